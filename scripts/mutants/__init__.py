"""`python -m scripts.mutants`: small faults in a copy of the code, and the tests that notice none of them."""
