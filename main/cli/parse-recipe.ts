/** Reads a recipe off the command line: the name of one that is there, or `operation[:field=value,…]`. */
import { createHash } from 'node:crypto';
import {
  joinMessages,
  type MessageDescriptor,
  msg,
  UserFacingError,
  type Value,
} from '../../contract/messages/message.ts';
import { localizedName } from '../../contract/messages/translator.ts';
import { messageOfIssue } from '../../contract/messages/zod-issue-message.ts';
import { type Choice, type Field, operationIds } from '../../contract/operations/operation-spec.ts';
import { fromWire, type ParamValue, type WireProblem } from '../../contract/operations/params.ts';
import { operations } from '../../contract/operations/table.ts';
import { type Recipe, recipeSchema, starterRecipes } from '../../contract/recipes/recipe.ts';

/** What was typed cannot be understood; the sentence says what would be. */
export class UsageError extends UserFacingError {
  override name = 'UsageError';
}

/** By its id or name; one that Burnish came with also by its name in English, and in the reader's language. */
export function findRecipe(words: string, known: readonly Recipe[]): Recipe | undefined {
  const wanted = words.trim().toLowerCase();
  const isWanted = (name: string) => name.toLowerCase() === wanted;
  const starter = starterRecipes.find(({ name }) => isWanted(name) || isWanted(localizedName(name)));
  return (
    known.find(({ id, name }) => id === words || isWanted(name)) ??
    (starter && known.find(({ id }) => id === starter.id))
  );
}

/**
 * @param words as typed, e.g. `Portrait cutout`, `portrait-cutout`, `face-key-points:face_field=age,gender,max_face_num=2`,
 *   `face-beauty-pro:filter_type=Paris`
 * @throws UsageError
 */
export function parseRecipe(words: string, known: readonly Recipe[]): Recipe {
  const found = findRecipe(words, known);
  if (found) return found;
  const [name, fields = ''] = splitOnce(words, ':');
  const operation = operationIds.find((id) => id === name.trim());
  if (operation === undefined) {
    const recipes = quotedList(known.map(({ name }) => name));
    throw new UsageError(msg('cli.recipe.unknown', { recipe: words, recipes, operations: operationIds.join(', ') }));
  }
  const { reference, ...texts } = fieldTexts(fields);
  const recipe = recipeSchema.safeParse({
    id: `command-${createHash('sha256').update(words).digest('hex').slice(0, 12)}`,
    name: operations[operation].title,
    steps: [{ operation, params: paramsOf(operation, texts), reference: reference ?? null }],
    output: {},
  });
  if (!recipe.success)
    throw new UsageError(
      joinMessages(
        ...recipe.error.issues.map((issue) =>
          msg('cli.recipe.issue', { field: String(issue.path.at(-1)), issue: messageOfIssue(issue) }),
        ),
      ),
    );
  return recipe.data;
}

/** What somebody named so, in quotation marks; or that there are none. */
export function quotedList(names: readonly string[]): Value {
  return names.length === 0 ? msg('cli.recipe.none') : { quoted: names };
}

function splitOnce(text: string, mark: string): [string, string?] {
  const index = text.indexOf(mark);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + mark.length)];
}

/** `a=1,b=x,y` is a = "1" and b = "x,y": a part without "=" goes on with the value before it. */
function fieldTexts(words: string): Record<string, string> {
  const texts: Record<string, string> = {};
  let last: string | null = null;
  for (const part of words.split(',').filter((word) => word !== '')) {
    const [name, value] = splitOnce(part, '=');
    if (value !== undefined) {
      last = name.trim();
      texts[last] = value;
    } else if (last === null) throw new UsageError(msg('cli.recipe.form', { part }));
    else texts[last] = `${texts[last]},${part}`;
  }
  return texts;
}

/** A value may be given by its name in the form ("Paris" for filter 19), a switch as on or off. */
function withoutNames(field: Field, text: string): string {
  const is = (label: string, words: string) => label.toLowerCase() === words.trim().toLowerCase();
  switch (field.kind) {
    case 'switch':
      return is('on', text) ? String(field.on) : is('off', text) ? String(field.off) : text;
    case 'choice':
      return String(field.choices.find(({ label }) => is(label, text))?.value ?? text);
    case 'multi-choice':
      return text
        .split(',')
        .map((part) => field.choices.find(({ label }) => is(label, part))?.value ?? part)
        .join(',');
    default:
      return text;
  }
}

function paramsOf(operation: (typeof operationIds)[number], texts: Record<string, string>): Record<string, ParamValue> {
  const { fields, title } = operations[operation];
  const params: Record<string, ParamValue> = {};
  for (const [name, text] of Object.entries(texts)) {
    const field = fields.find((each) => each.name === name);
    if (!field) {
      const names = fields.length === 0 ? msg('cli.recipe.none') : fields.map((each) => each.name).join(', ');
      throw new UsageError(msg('cli.recipe.noField', { operation: { named: title }, field: name, fields: names }));
    }
    const read = fromWire(field, withoutNames(field, text));
    if ('problem' in read) throw new UsageError(fieldSentence(field, read.problem.kind));
    if (read.value !== undefined) params[name] = read.value;
  }
  return params;
}

/** What a field takes, where it was given something else. */
function fieldSentence(field: Field, kind: WireProblem['kind']): MessageDescriptor {
  const { name } = field;
  switch (field.kind) {
    case 'switch':
      return msg('cli.recipe.switch', { field: name });
    case 'integer':
    case 'number': {
      const { min, max } = field;
      if (kind === 'range') return msg('cli.recipe.range', { field: name, min, max });
      return msg(field.kind === 'integer' ? 'cli.recipe.integer' : 'cli.recipe.number', { field: name });
    }
    case 'choice':
      return msg('cli.recipe.choice', { field: name, choices: valuesOf(field.choices) });
    case 'multi-choice':
      return msg('cli.recipe.choices', { field: name, choices: valuesOf(field.choices) });
    default:
      return field satisfies never;
  }
}

const valuesOf = (choices: readonly Choice[]) => choices.map(({ value }) => value).join(', ');
