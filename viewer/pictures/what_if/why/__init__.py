"""Why this word rather than that one: what counted for a token of a translation, by methods that don't agree.

In the order of reading:

    asked     the token in question and its rival: from the address, or the page's own
    answer    what is computed for a question
    methods   what each method asks, in a sentence
    story     what the numbers say, in words
    glance    what happens when a word is hidden
    table     bars for the browser
    parts     the token's logit as a sum over the parts of the decoder, for the browser
    curves    words removed in each method's order, as a chart
    shares    how much of each step comes from the source, as charts
"""
