// schoku includes the OpenMP header, but only its `main` uses it.
