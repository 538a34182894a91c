// A place in the address. A change of page takes it out of there, so this tab remembers it as well and puts it back.
//
//   keepPlace("seen", "0.3.cross");
//   keptPlace("seen");  // what stands in the address, or stood there when this tab last left the page; or ""

export function keptPlace(name) {
  const written = new URL(window.location.href).searchParams.get(name);
  if (written !== null) return written;
  const remembered = window.sessionStorage.getItem(`glassformer.${name}`);
  if (remembered) keepPlace(name, remembered);
  return remembered ?? "";
}

export function keepPlace(name, place) {
  window.sessionStorage.setItem(`glassformer.${name}`, place);
  const address = new URL(window.location.href);
  if (address.searchParams.get(name) === place) return;
  address.searchParams.set(name, place);
  window.history.replaceState(window.history.state, "", address);
}
