/** The words of the edition that is on the table: what stands for its keys in sentences, wherever they are said. */
class Edition {
  key = $state("");
  words = $state.raw<Record<string, string>>({});
}

export const edition = new Edition();
