// What outlives a page while Streamlit changes pages: globals.d.ts lists it.

// A bare name would make a browser return an element of that id, such as the first page's heading.
if (!Object.hasOwn(globalThis, "glassformer")) globalThis.glassformer = { focus: null };
export const memory = globalThis.glassformer;
