"""Cases: one choice between words, how a model makes it, and on how many sentences that holds.

```text
record       what was measured of a case, as a file of `assets/cases/`
ranking      which heads decide between two words, by patching them over pairs of sentences
measuring    a case from its story: heads found on some sentences, the claim tried on others
professions  which gender a model gives to professions, and what it was trained on
```
"""

from transformer.analysis.cases.ranking import rank_heads
from transformer.analysis.cases.record import Case, list_cases, load_case

__all__ = ["Case", "list_cases", "load_case", "rank_heads"]
