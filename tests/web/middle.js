// Where to click, or what is in the way; null when it is not there or cannot be used any more.
async (selector) => {
  const find = () => [...document.querySelectorAll(selector)].find((each) => each.tagName !== "DIALOG");
  let said = null;
  for (let attempt = 0; attempt < 20; attempt++) {
    const wanted = find();
    if (!wanted || wanted.disabled || wanted.getAttribute("aria-disabled") === "true") return null;
    wanted.scrollIntoView({ block: "nearest" });
    const box = wanted.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2, top = document.elementFromPoint(x, y);
    if (top && wanted.contains(top)) return { x, y };
    said = (top?.outerHTML ?? "nothing").slice(0, 200);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { covered: said };
}
