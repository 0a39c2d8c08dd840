"""The games that people play with SET cards: rule systems as data, one state machine for all."""
