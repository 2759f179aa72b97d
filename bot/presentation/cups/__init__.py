"""The presentation of a cup: scenes made from a `Cup`, and files to take along."""
