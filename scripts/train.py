#!/usr/bin/env python3
"""Train setvision's networks from nothing but this repository.

pip install -e '.[train]'
scripts/train.py render            the data, minutes on two cores
scripts/train.py cut VIDEOS        more of the reader's, from videos by scripts/render.py
scripts/train.py fit reader        one network; also: refiner, finder
scripts/train.py export            the ONNX files in models/
"""

import argparse
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

ROOT = Path(__file__).parents[1]
EPOCHS = {"finder": 10, "refiner": 8, "reader": 8}


def main() -> None:
    """Run one step of the training."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="data and weights")
    steps = parser.add_subparsers(dest="step", required=True)
    render = steps.add_parser("render", help="render the training data")
    render.add_argument("--seed", type=int, default=1)
    render.add_argument("--first", type=int, default=0)
    render.add_argument("--count", type=int, default=8000)
    render.add_argument("--workers", type=int, default=2)
    render.add_argument("--hard", action="store_true", help="overexposed, dim, fine stripes, too")
    render.add_argument("--name", default="a", help="folder below BUILD/data")
    cut = steps.add_parser("cut", help="cut the reader's data from rendered videos")
    cut.add_argument("videos", nargs="+", type=Path, help="each with its truth beside it")
    cut.add_argument("--seed", type=int, default=1)
    cut.add_argument("--name", default="w", help="folder below BUILD/data")
    fit = steps.add_parser("fit", help="train one network")
    fit.add_argument("network", choices=list(EPOCHS))
    fit.add_argument("--epochs", type=int)
    fit.add_argument("--seed", type=int, default=1)
    fit.add_argument("--data", nargs="*", help="folders below BUILD/data (default: all)")
    fit.add_argument("--start", type=Path, help="weights (.pt or .onnx) to go on from")
    export = steps.add_parser("export", help="write models/*.onnx")
    export.add_argument("networks", nargs="*", default=list(EPOCHS))
    args = parser.parse_args()

    if args.step == "render":
        from training.dataset import render_dataset

        folder = args.build / "data" / args.name
        render_dataset(folder, args.seed, args.first, args.count, args.workers, args.hard)
    elif args.step == "cut":
        from training.filmed import cut_videos

        cut_videos(args.build / "data" / args.name, args.videos, args.seed)
    elif args.step == "fit":
        from training.fit import fit as fit_network

        names = args.data or sorted(p.name for p in (args.build / "data").iterdir())
        folders = [args.build / "data" / name for name in names]
        epochs = args.epochs or EPOCHS[args.network]
        out = args.build / f"{args.network}.pt"
        fit_network(args.network, folders, epochs, args.seed, out, args.start)
    else:
        from training.export import export as export_network

        for name in args.networks:
            print(export_network(name, args.build / f"{name}.pt", ROOT / "models"))


if __name__ == "__main__":
    main()
