// schoku includes the header of OpenMP, which only its `main` uses.
