/**
 * What a client chooses in a gallery: kept in this browser, and saved as a small file for the studio. The scripts of this folder are
 * written one after the other into the one page of a gallery (main/desk/gallery/page.ts); they ask nobody for anything.
 *
 * @typedef {{ id: string, file: string, caption: string, width: number, height: number, before: boolean }} Picture
 * @typedef {{ picked: boolean, stars: number, comment: string }} Choice
 * @typedef {{
 *   id: string, title: string, studio: string, words: Record<string, string>, pictures: Picture[]
 * }} Gallery
 */

const longestComment = 2000;
const mostStars = 5;

/** @type {Gallery} */
const gallery = JSON.parse(part('data').textContent ?? '');
/** Choices by the id of the picture. @type {Map<string, Choice>} */
const choices = new Map();
let client = '';
/** False where this browser keeps nothing. */
let isKept = true;
let isSaved = true;
/** Told of the picture whose choice is another one now. @type {((picture: Picture) => void)[]} */
const onChoice = [];

/** @param {string} id */
function part(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`there is no ${id}`);
  return found;
}

/** A word of the page. @param {string} key @param {Record<string, string | number>} [values] what it names */
function word(key, values = {}) {
  return (gallery.words[key] ?? '').replace(/\{(\w+)\}/g, (_, named) => String(values[named] ?? ''));
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {string} className @param {string} [text]
 */
function make(tag, className, text = '') {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

/**
 * The letter or digit of a key, by its place where the keyboard writes other letters, or digits with Shift only.
 * @param {KeyboardEvent} event
 */
function keyOf({ key, code }) {
  const [, kind, place = ''] = /^(Key|Digit)(\w)$/.exec(code) ?? [];
  return kind === 'Digit' || (kind === 'Key' && !/^[a-z]$/i.test(key)) ? place.toLowerCase() : key.toLowerCase();
}

/** A picture drawn by lines. @param {string} path */
function drawing(path) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(space, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

const drawings = {
  heart: 'M12 20.3 4.6 12.9a4.8 4.8 0 0 1 6.8-6.8l.6.6.6-.6a4.8 4.8 0 0 1 6.8 6.8z',
  star: 'm12 3.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z',
  speech: 'M4.5 5.5h15v10.2h-8.4L7 19v-3.3H4.5z',
  left: 'm14.5 5-7 7 7 7',
  right: 'm9.5 5 7 7-7 7',
  close: 'M6 6l12 12M18 6 6 18',
};

/** A button with a drawing alone. @param {keyof typeof drawings} name @param {string} className @param {string} label */
function iconButton(name, className, label) {
  const button = make('button', className);
  button.type = 'button';
  button.setAttribute('aria-label', label);
  button.append(drawing(drawings[name]));
  return button;
}

/** @param {Picture} picture @returns {Choice} */
function choiceOf({ id }) {
  return choices.get(id) ?? { picked: false, stars: 0, comment: '' };
}

/** @param {Picture} picture @param {Partial<Choice>} change */
function choose(picture, change) {
  choices.set(picture.id, { ...choiceOf(picture), ...change });
  isSaved = false;
  keep();
  for (const tell of onChoice) tell(picture);
}

/** @param {Choice} choice */
const isChosen = ({ picked, stars, comment }) => picked || stars > 0 || comment.trim() !== '';

const shelf = `burnish-gallery-${gallery.id}`;

function keep() {
  try {
    localStorage.setItem(shelf, JSON.stringify({ client, isSaved, choices: [...choices] }));
    isKept = true;
  } catch {
    isKept = false;
  }
  part('unkept').hidden = isKept;
}

/** Whatever is on the shelf may have been written by anything. */
function readKept() {
  try {
    const kept = JSON.parse(localStorage.getItem(shelf) ?? 'null');
    if (kept === null) return;
    client = String(kept.client ?? '').slice(0, 100);
    const known = new Set(gallery.pictures.map(({ id }) => id));
    for (const [id, choice] of kept.choices) {
      if (!known.has(id)) continue;
      choices.set(id, {
        picked: choice.picked === true,
        stars: Math.min(mostStars, Math.max(0, Math.round(Number(choice.stars) || 0))),
        comment: String(choice.comment ?? '').slice(0, longestComment),
      });
    }
    isSaved = kept.isSaved !== false;
  } catch {
    // What cannot be read is begun anew; `keep` says where nothing can be kept.
  }
}

/** The file for the studio. */
function choicesFile() {
  const made = gallery.pictures.flatMap((picture) => {
    const { picked, stars, comment } = choiceOf(picture);
    if (!isChosen({ picked, stars, comment })) return [];
    const note = comment.trim();
    return [{ id: picture.id, picked, ...(stars > 0 ? { stars } : {}), ...(note === '' ? {} : { comment: note }) }];
  });
  const about = { kind: 'burnish-picks', version: 1, gallery: gallery.id, title: gallery.title };
  return JSON.stringify({ ...about, client, savedAt: new Date().toISOString(), choices: made }, null, 1);
}

function saveName() {
  const named = [word('fileName'), gallery.title, client].filter((each) => each !== '').join(' - ');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no file name may have
  return `${named.replace(/[<>:"/\\|?*\u0000-\u001f]/g, '_').slice(0, 120)}.json`;
}

/** Downloads that file. @returns its name */
function saveChoices() {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([choicesFile()], { type: 'application/json' }));
  link.download = saveName();
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  isSaved = true;
  keep();
  return link.download;
}
