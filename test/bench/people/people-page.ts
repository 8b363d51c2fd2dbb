/** The page of people before and after, with small pictures that open at full size. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { page, problemList, text } from '../shared/html.ts';
import { runApart } from '../shared/program.ts';
import { takePeople } from './take-people.ts';

export interface Person {
  readonly name: string;
  /** `file` has neither folder nor extension. */
  readonly images: readonly { readonly label: string; readonly file: string }[];
  readonly problems: readonly string[];
}

/**
 * Writes people.html with two dozen portraits spread over the folder `people`, two in a quick run.
 * @param results folder of the page; `pictures` is inside
 * @returns the count of portraits
 */
export async function showPeople(people: string | undefined, results: string, pictures: string, quick: boolean) {
  if (!people) return 0;
  const chosen = spread(await portraitsIn(people), quick ? 2 : 24);
  console.error(`  people, before and after: ${chosen.length}`);
  const taking = new URL('./take-people.ts', import.meta.url).href;
  const shown = await runApart(taking, takePeople, [join(results, pictures), chosen]);
  await writeFile(join(results, 'people.html'), peoplePage(shown, new Date().toISOString(), pictures));
  return shown.length;
}

export const peopleLink = (count: number): string =>
  count === 0 ? '' : `<p><a href="people.html">${count} people, before and after</a></p>`;

/** Returns the paths of the JPEG and PNG files of a folder, sorted. */
export async function portraitsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png)$/.test(name));
  return names.sort().map((name) => join(folder, name));
}

/** Picks at most `maxCount` elements at equal distances. */
export function spread<T>(list: readonly T[], maxCount: number): T[] {
  const count = Math.min(maxCount, list.length);
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]!);
}

export function peoplePage(people: readonly Person[], at: string, pictures: string): string {
  const hint = 'A click opens a picture at full size. Brows are those of the next portrait.';
  const rows = people.map((person) => rowOf(person, pictures));
  const head = `<p>${text(at)}, ${people.length} portraits. ${hint}</p>`;
  return page('People, before and after', '\n  body { margin: 2rem; }', [head, ...rows].join('\n'));
}

function rowOf({ name, images, problems }: Person, pictures: string): string {
  const figures = images.map(({ label, file }) => {
    const source = `${pictures}/${encodeURIComponent(file)}`;
    const image = `<img loading="lazy" alt="${text(`${name}, ${label}`)}" src="${source}-small.webp">`;
    return `<figure><a href="${source}.webp">${image}</a><figcaption>${text(label)}</figcaption></figure>`;
  });
  return `<h2>${text(name)}</h2>${problemList(problems)}<div class="row">${figures.join('')}</div>`;
}
