const EVERY = 250; // milliseconds

/** Places something beside what it points at now, and again as the page changes, until the returned function ends it. */
export function follow(place: () => void): () => void {
  place();
  const timer = setInterval(place, EVERY);
  addEventListener("resize", place);
  return () => {
    clearInterval(timer);
    removeEventListener("resize", place);
  };
}
