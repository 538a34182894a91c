"""Recipes: how to build a shipped model from scratch, and how far a build has come.

    recipe = read_recipe("en-fr")

A recipe is a TOML file in `assets/recipes/`: its stages are commands with their options.

    recipe  the file, read and checked
    record  what a build has made: a record in the folder of every stage
"""
