import { describe, expect, it } from 'vitest';
import messages from '../../../contract/messages/en.json' with { type: 'json' };
import { operationList } from '../../../contract/operations/table.ts';
import { compositionLabels } from '../../../contract/recipes/composition.ts';
import en from '../../../renderer/locales/en.json' with { type: 'json' };

type Entry = readonly [path: string, words: string];

function collectTexts(value: unknown, path: string): Entry[] {
  if (typeof value === 'string') return [[path, value.replace(/\{\{\w+\}\}/g, '…')]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => collectTexts(child, `${path}.${key}`));
}
const shown = (value: unknown, path: string) =>
  collectTexts(value, path).filter(([key]) => /\.(title|summary|label|help)$/.test(key));

/** Messages of `burnish --help`. */
const help = Object.entries(
  import.meta.glob<string>('../../../main/{cli.ts,cli/{command-list,commands/**/*,options/*}.ts}', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
).flatMap(([path, code]) =>
  [...code.matchAll(/'([^'\n]*)'/g)]
    .map(([, text = '']): Entry => [path, text])
    .filter(([, text]) => text.includes(' ') && !text.startsWith('--colour')),
);

const catalogs = [...collectTexts(en, 'window'), ...collectTexts(messages.sentences, 'main')];
const all = [...catalogs, ...shown(operationList, 'operations'), ...shown(compositionLabels, 'composition'), ...help];

const british = [
  /\b\w*colour|\bgrey|\bcentre|\bmetre|\blitre|\bfibre|\btheatre/i,
  /cancell(ed|ing)|labell(ed|ing)|travell|modell(ed|ing)|signall|levell(ed|ing)/i,
  /\b\w+(ognis|ganis|alis|imis|icis|tomis|ronis|horis|logis|aris|eris|otis|tilis|etis)(e|es|ed|ing|ation)\b/i,
  /\banalys(e|ed|es(?! (are|is|to|that|may|left|for|can))|ing)\b|\bcatalys(e|ed)\b/i,
  /favour|behaviour|neighbour|honour|flavour|\blabour|humour|rumour/i,
  /licence|defence|offence|\bpractis(e|ed|ing)\b|artefact|catalogue|dialogue box|programme\b|judgement/i,
  /\bwhilst\b|\bamongst\b|\btowards\b|\bageing\b|\bfulfil\b|\benrol\b|\bsceptic|\bmould|\btyre|\baluminium\b|jewellery/i,
];
/** Words that match a British pattern but are American too: the plural "analyses", and words without a form in "-ize". */
const spelledSo = /\b(analyses|otherwise|precise(ly)?|exercise|promise[ds]?|surprise[ds]?|raise[ds]?|noise|rise)\b/gi;

/** Words that are always capitalized. */
const names = new Set(
  [
    'Burnish Photoshop Lightroom Bridge PostgreSQL Adobe Display Studio Settings Services Review Export Advanced Network Trash',
    'Queue Folders Recipes Privacy Previews Retry Done Find Alt Ctrl Caps Lock Tom Anna Open Resume Burnish’s BiRefNet ISNet Crow’s',
  ].flatMap((line) => line.split(' ')),
);

/** Returns the words with a capital letter after the start of a phrase, except the first words of commands. */
function capitals(text: string): string[] {
  const inside = text.replace(/“[^”]*”/g, '…').replace(/(^|[.:!?…(&]|\d\.) *\p{Lu}/gu, '$1');
  return [...inside.matchAll(/(?<=[\p{L}\d,] )(\p{Lu}\p{Ll}[\p{L}’]*)/gu)]
    .map(([word]) => word)
    .filter((word) => !names.has(word));
}

describe('the texts', () => {
  it('have American spelling', () => {
    const wrong = all.filter(([, text]) => {
      const rest = text.replace(spelledSo, '');
      return british.some((pattern) => pattern.test(rest));
    });
    expect(wrong).toEqual([]);
  });

  it('have a capital letter only at their start', () => {
    // Labels, commands and headings; text with a full stop at the end is a sentence.
    const labels = catalogs.filter(([, text]) => text.length < 60 && !/[.!?]$/.test(text));
    expect(labels.length).toBeGreaterThan(600);
    const wrong = labels.flatMap(([path, text]) => (capitals(text).length > 0 ? [[path, text]] : []));
    expect(wrong).toEqual([]);
  });

  it.each(['Client Gallery…', 'Delete All…', 'Don’t Save', 'Finish It Here First'])(
    'with wrong capital letters are found: %s',
    (text) => {
      expect(capitals(text)).not.toEqual([]);
    },
  );

  it.each(['Cancelled', 'Colours', 'recognise', 'greyscale', 'analysed', 'labelled'])(
    'with British spelling are found: %s',
    (text) => {
      expect(british.some((pattern) => pattern.test(text))).toBe(true);
    },
  );
});
