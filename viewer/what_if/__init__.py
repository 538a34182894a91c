"""What if: a change is made in the model, and both worlds are shown, the untouched one and the changed one."""
