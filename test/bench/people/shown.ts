/** The part of the quality benchmark that shows people of a folder before and after, as a page of its own. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerOf } from '../quality/child.ts';
import { type Person, peoplePage } from './page.ts';

const wanted = 24;
const few = 2;
const patienceMs = 60 * 60_000;

/**
 * Writes people.html and its pictures; some two dozen portraits, spread over the folder.
 * @param folder of portraits; none is shown without one
 * @param results where the page goes; `pictures` is a folder there
 * @returns how many are on the page
 */
export async function showPeople(
  folder: string | undefined,
  results: string,
  pictures: string,
  quick: boolean,
): Promise<number> {
  if (!folder) return 0;
  const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png)$/.test(name)).sort();
  const chosen = spread(names, quick ? few : wanted).map((name) => join(folder, name));
  console.error(`  people, before and after: ${chosen.length}`);
  const entry = new URL('./take.ts', import.meta.url);
  const people = await answerOf<Person[]>(entry, [join(results, pictures), chosen.join(',')], patienceMs);
  await writeFile(join(results, 'people.html'), peoplePage(people, new Date().toISOString(), pictures));
  return people.length;
}

/** What quality.html says of the page. */
export const peopleLink = (count: number): string =>
  count === 0 ? '' : `<p><a href="people.html">${count} people, before and after</a></p>`;

/** So many of a list, at equal distances. */
export function spread<T>(list: readonly T[], maxCount: number): T[] {
  const count = Math.min(maxCount, list.length);
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]!);
}
