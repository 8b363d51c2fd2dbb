import type { ExportChoice, FlawedResults } from '../../../../contract/delivery/export.ts';

/** Returns an export choice without flawed results, or null if it would be empty. Pure. */
export function withoutFlawed(choice: ExportChoice, { results }: FlawedResults): ExportChoice | null {
  if ('versions' in choice) {
    const flawed = new Set(results.map(({ resultId }) => resultId));
    const versions = choice.versions.filter((id) => !flawed.has(id));
    return versions.length === 0 ? null : { versions };
  }
  const flawed = new Set(results.map(({ photographId }) => photographId));
  if ('query' in choice) return { ...choice, except: [...new Set([...choice.except, ...flawed])] };
  const ids = choice.ids.filter((id) => !flawed.has(id));
  return ids.length === 0 ? null : { ids };
}
