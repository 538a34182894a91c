"""The page that keeps all heads of a sentence."""

from viewer.walk.heads.standalone import standalone_page


def test_the_page_to_be_kept_asks_no_network_and_takes_the_data_once() -> None:
    page = standalone_page()
    assert page.count("⟨data⟩") == 1
    assert page.count("⟨") == 1
    assert "http:" not in page.replace('"http://www.w3.org/2000/svg"', "")
    assert "https:" not in page
    assert "default-src 'none'" in page
    for forbidden in ("innerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert forbidden not in page
