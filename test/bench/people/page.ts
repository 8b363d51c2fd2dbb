/** The page of people: before and after of each operation, small, and opened at full size by a click. */
import { text } from '../quality/page.ts';

export interface Person {
  readonly name: string;
  /** `file` has neither folder nor ending. */
  readonly images: readonly { readonly label: string; readonly file: string }[];
  /** What an operation refused, and why. */
  readonly problems: readonly string[];
}

const style = `
  :root { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif; }
  body { margin: 2rem; }
  .row { display: flex; flex-wrap: wrap; gap: .5rem; margin-bottom: 1.5rem; }
  figure { margin: 0; } figcaption { font-size: .8rem; opacity: .75; } img { display: block; }
  pre { white-space: pre-wrap; color: #e03131; }`;

/** @param pictures folder of the pictures, as the page sees it */
export function peoplePage(people: readonly Person[], at: string, pictures: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>People, before and after</title><style>${style}</style>
<h1>People, before and after</h1>
<p>${text(at)}, ${people.length} portraits. A click opens a picture at full size. Brows are those of the next portrait.</p>
${people.map((person) => rowOf(person, pictures)).join('\n')}
</html>
`;
}

function rowOf({ name, images, problems }: Person, pictures: string): string {
  const figures = images.map(({ label, file }) => {
    const src = `${pictures}/${encodeURIComponent(file)}`;
    return `<figure><a href="${src}.webp"><img loading="lazy" alt="${text(`${name}, ${label}`)}" src="${src}-small.webp"></a><figcaption>${text(label)}</figcaption></figure>`;
  });
  return `<h2>${text(name)}</h2>${problems.map((each) => `<pre>${text(each)}</pre>`).join('')}<div class="row">${figures.join('')}</div>`;
}
