"""Many photos labelled for other programs: records, a journal, and the formats that people use."""
