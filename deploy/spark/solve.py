"""Solves a column of puzzles with Spark, and prints the number of puzzles by verdict.

    spark-submit --py-files sudoku_arrow.py --files sudoku-service solve.py INPUT OUTPUT [options]

The input has the columns `id` and `puzzle`; the output is Parquet with the further columns `verdict`, `solution` and `problem`.
"""

import argparse

from pyspark.sql import SparkSession, functions

import sudoku_arrow


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input")
    parser.add_argument("output")
    parser.add_argument("--format", choices=("parquet", "csv", "delta"), default="parquet", help="format of the input")
    parser.add_argument("--binary", default="sudoku-service", help="path, or name of a file shipped with the job")
    parser.add_argument("--partitions", type=int, help="number of tasks (default: the input's own partitions)")
    options = parser.parse_args()

    spark = SparkSession.builder.appName("sudoku").getOrCreate()
    reader = spark.read.format(options.format)
    if options.format == "csv":
        reader = reader.option("header", True)
    rows = reader.load(options.input).selectExpr("cast(id as string) id", "cast(puzzle as string) puzzle")
    if options.partitions:
        rows = rows.repartition(options.partitions)
    solved = rows.mapInArrow(sudoku_arrow.in_arrow(options.binary), sudoku_arrow.SCHEMA)
    solved.write.mode("overwrite").parquet(options.output)

    code = functions.substring_index("problem", ":", 1)
    outcome = functions.coalesce("verdict", code, functions.lit("null")).alias("outcome")
    for outcome, count in sorted(spark.read.parquet(options.output).groupBy(outcome).count().collect()):
        print(f"{outcome}\t{count}")
    spark.stop()


if __name__ == "__main__":
    main()
