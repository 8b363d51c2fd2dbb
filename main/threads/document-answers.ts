/** The thread's side of `readDocument`. */

export interface DocumentParts<Head, Item> {
  readonly head: Head;
  readonly items: readonly Item[];
}

export interface DocumentAnswers<Args, Head, Item> {
  open(args: Args): Promise<{ readonly head: Head; readonly count: number }>;
  items(from: number): readonly Item[];
}

/** Copying this many items takes 1 to 3 ms. */
const maxPartItems = 500;

export function documentAnswers<Args, Head, Item>(
  read: (args: Args) => Promise<DocumentParts<Head, Item>>,
): DocumentAnswers<Args, Head, Item> {
  let items: readonly Item[] = [];
  return {
    async open(args) {
      const document = await read(args);
      items = document.items;
      return { head: document.head, count: items.length };
    },
    items: (from) => items.slice(from, from + maxPartItems),
  };
}
