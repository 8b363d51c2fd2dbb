/** Parses the recipe of a command line: the name of a stored one, or `operation[:field=value,…]`. */
import { createHash } from 'node:crypto';
import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { localizedName } from '../../../contract/messages/translator.ts';
import { messageOfIssue } from '../../../contract/messages/zod-issue-message.ts';
import { type Choice, type Field, operationIds } from '../../../contract/operations/operation-spec.ts';
import { fromWire, type ParamValue, type WireProblem } from '../../../contract/operations/params.ts';
import { operations } from '../../../contract/operations/table.ts';
import { type Recipe, recipeSchema, starterRecipes } from '../../../contract/recipes/recipe.ts';
import { UsageError } from '../exit-codes.ts';
import { quotedList } from '../output/message-parts.ts';

/** Finds a recipe by its id or name; a starter recipe also by its English and its translated name. */
export function findRecipe(text: string, recipes: readonly Recipe[]): Recipe | undefined {
  const wanted = text.trim().toLowerCase();
  const isWanted = (name: string) => name.toLowerCase() === wanted;
  const starter = starterRecipes.find(({ name }) => isWanted(name) || isWanted(localizedName(name)));
  return (
    recipes.find(({ id, name }) => id === text || isWanted(name)) ??
    (starter && recipes.find(({ id }) => id === starter.id))
  );
}

/**
 * Parses text such as `Portrait cutout`, `portrait-cutout`, `face-key-points:face_field=age,gender,max_face_num=2`, or
 * `face-beauty-pro:filter_type=Paris`.
 * @throws UsageError
 */
export function parseRecipe(text: string, recipes: readonly Recipe[]): Recipe {
  const recipe = findRecipe(text, recipes);
  if (recipe) return recipe;
  const [name, fields = ''] = splitOnce(text, ':');
  const operation = operationIds.find((id) => id === name.trim());
  if (operation === undefined) {
    const names = quotedList(recipes.map((each) => each.name));
    throw new UsageError(
      msg('cli.recipe.unknown', { recipe: text, recipes: names, operations: operationIds.join(', ') }),
    );
  }
  const { reference, ...values } = fieldTexts(fields);
  const parsed = recipeSchema.safeParse({
    id: `command-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`,
    name: operations[operation].title,
    steps: [{ operation, params: paramsOf(operation, values), reference: reference ?? null }],
    output: {},
  });
  if (parsed.success) return parsed.data;
  throw new UsageError(
    joinMessages(
      ...parsed.error.issues.map((issue) =>
        msg('cli.recipe.issue', { field: String(issue.path.at(-1)), issue: messageOfIssue(issue) }),
      ),
    ),
  );
}

function splitOnce(text: string, separator: string): [string, string?] {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + separator.length)];
}

/** Splits `a=1,b=x,y` into a = "1" and b = "x,y": a part without "=" continues the value before it. */
function fieldTexts(text: string): Record<string, string> {
  const texts: Record<string, string> = {};
  let last: string | null = null;
  for (const part of text.split(',').filter((each) => each !== '')) {
    const [name, value] = splitOnce(part, '=');
    if (value !== undefined) {
      last = name.trim();
      texts[last] = value;
    } else if (last === null) throw new UsageError(msg('cli.recipe.form', { part }));
    else texts[last] = `${texts[last]},${part}`;
  }
  return texts;
}

/** Replaces a label of the form by its value: "Paris" by 19, and on or off by the value of a switch. */
function labelToValue(field: Field, text: string): string {
  const isLabel = (label: string, typed: string) => label.toLowerCase() === typed.trim().toLowerCase();
  switch (field.kind) {
    case 'switch':
      return isLabel('on', text) ? String(field.on) : isLabel('off', text) ? String(field.off) : text;
    case 'choice':
      return String(field.choices.find(({ label }) => isLabel(label, text))?.value ?? text);
    case 'multi-choice':
      return text
        .split(',')
        .map((part) => field.choices.find(({ label }) => isLabel(label, part))?.value ?? part)
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
    const parsed = fromWire(field, labelToValue(field, text));
    if ('problem' in parsed) throw new UsageError(fieldMessage(field, parsed.problem.kind));
    if (parsed.value !== undefined) params[name] = parsed.value;
  }
  return params;
}

/** Returns the message that describes valid values of a field. */
function fieldMessage(field: Field, kind: WireProblem['kind']): MessageDescriptor {
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
