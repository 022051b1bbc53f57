"""Makes a data set with Spark: tasks find the puzzles, by far most of the work, then the driver makes the set.

    spark-submit --py-files sudoku_arrow.py --files sudoku-service dataset.py RECIPE DIRECTORY [options]

The recipe and the directory are on a volume that all executors see. A task that is killed goes on where it was.
"""

import argparse
import subprocess

from pyspark.sql import SparkSession

import sudoku_arrow


def dataset(options, *flags):
    """Runs the command with these flags. If a band runs dry, its report is on standard error."""
    command = [sudoku_arrow.find(options.binary), "dataset", "--recipe", options.recipe, "--output", options.directory]
    done = subprocess.run([*command, "--scale", options.scale, *flags], stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"dataset exited with {done.returncode}: {done.stderr}")
    return done


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipe")
    parser.add_argument("directory")
    parser.add_argument("--scale", default="1", help="the part of each band to make")
    parser.add_argument("--shards", type=int, default=32, help="number of tasks, each with a thread")
    parser.add_argument("--binary", default="sudoku-service", help="path, or name of a file shipped with the job")
    options = parser.parse_args()

    spark = SparkSession.builder.appName("sudoku-dataset").getOrCreate()
    shards = spark.sparkContext.parallelize(range(options.shards), options.shards)
    shards.foreach(lambda shard: dataset(options, f"--shard={shard}/{options.shards}", "--threads=1"))
    print(dataset(options).stderr, end="")
    spark.stop()


if __name__ == "__main__":
    main()
