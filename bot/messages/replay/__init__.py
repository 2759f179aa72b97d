"""Looking back: a hand played again step by step, and why a trick went as it did."""
