/**
 * The choices of a client: stored in the browser, and saved as a small file for the studio. The scripts of this folder become one
 * script in the page of a gallery (main/delivery/gallery/gallery-page.ts). They send no request.
 *
 * @typedef {{ id: string, file: string, caption: string, width: number, height: number, before: boolean }} Picture
 * @typedef {{ picked: boolean, stars: number, comment: string }} Choice
 * @typedef {{
 *   id: string, title: string, studio: string, words: Record<string, string>, pictures: Picture[]
 * }} Gallery
 */

const maxCommentLength = 2000;
const maxStars = 5;

/** @type {Gallery} */
const gallery = JSON.parse(element('data').textContent ?? '');
/** Choices by the id of the picture. @type {Map<string, Choice>} */
const choices = new Map();
let client = '';
/** False if this browser stores nothing. */
let isStored = true;
let isSaved = true;
/** Called with a picture after its choice changed. @type {((picture: Picture) => void)[]} */
const choiceListeners = [];

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}

/** A text in the client’s language. @param {string} key @param {Record<string, string | number>} [values] of its placeholders */
function text(key, values = {}) {
  return (gallery.words[key] ?? '').replace(/\{(\w+)\}/g, (_, named) => String(values[named] ?? ''));
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {string} className @param {string} [text]
 */
function create(tag, className, text = '') {
  const created = document.createElement(tag);
  created.className = className;
  created.textContent = text;
  return created;
}

/**
 * The letter or digit of a key. Its position decides if the keyboard writes another script, or digits with Shift only.
 * @param {KeyboardEvent} event
 */
function keyOf({ key, code }) {
  const [, kind, place = ''] = /^(Key|Digit)(\w)$/.exec(code) ?? [];
  return kind === 'Digit' || (kind === 'Key' && !/^[a-z]$/i.test(key)) ? place.toLowerCase() : key.toLowerCase();
}

/** @param {string} path */
function icon(path) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(space, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

const iconPaths = {
  heart: 'M12 20.3 4.6 12.9a4.8 4.8 0 0 1 6.8-6.8l.6.6.6-.6a4.8 4.8 0 0 1 6.8 6.8z',
  star: 'm12 3.6 2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4.1 5.8-.8z',
  speech: 'M4.5 5.5h15v10.2h-8.4L7 19v-3.3H4.5z',
  left: 'm14.5 5-7 7 7 7',
  right: 'm9.5 5 7 7-7 7',
  close: 'M6 6l12 12M18 6 6 18',
};

/** A button without text. @param {keyof typeof iconPaths} name @param {string} className @param {string} label */
function iconButton(name, className, label) {
  const button = create('button', className);
  button.type = 'button';
  button.setAttribute('aria-label', label);
  button.append(icon(iconPaths[name]));
  return button;
}

/** @param {Picture} picture @returns {Choice} */
function choiceOf({ id }) {
  return choices.get(id) ?? { picked: false, stars: 0, comment: '' };
}

/** @param {Picture} picture @param {Partial<Choice>} change */
function changeChoice(picture, change) {
  choices.set(picture.id, { ...choiceOf(picture), ...change });
  isSaved = false;
  storeChoices();
  for (const listener of choiceListeners) listener(picture);
}

/** @param {Choice} choice */
const isChosen = ({ picked, stars, comment }) => picked || stars > 0 || comment.trim() !== '';

const storageKey = `burnish-gallery-${gallery.id}`;

function storeChoices() {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ client, isSaved, choices: [...choices] }));
    isStored = true;
  } catch {
    isStored = false;
  }
  element('unkept').hidden = isStored;
}

/** Checks each value, because other pages of this origin share the storage. */
function restoreChoices() {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (stored === null) return;
    client = String(stored.client ?? '').slice(0, 100);
    const known = new Set(gallery.pictures.map(({ id }) => id));
    for (const [id, choice] of stored.choices) {
      if (!known.has(id)) continue;
      choices.set(id, {
        picked: choice.picked === true,
        stars: Math.min(maxStars, Math.max(0, Math.round(Number(choice.stars) || 0))),
        comment: String(choice.comment ?? '').slice(0, maxCommentLength),
      });
    }
    isSaved = stored.isSaved !== false;
  } catch {
    // Start again without choices. `storeChoices` reports a browser that stores nothing.
  }
}

/** Returns the content of the file for the studio. */
function formatChoices() {
  const made = gallery.pictures.flatMap((picture) => {
    const { picked, stars, comment } = choiceOf(picture);
    if (!isChosen({ picked, stars, comment })) return [];
    const note = comment.trim();
    return [{ id: picture.id, picked, ...(stars > 0 ? { stars } : {}), ...(note === '' ? {} : { comment: note }) }];
  });
  const about = { kind: 'burnish-picks', version: 1, gallery: gallery.id, title: gallery.title };
  return JSON.stringify({ ...about, client, savedAt: new Date().toISOString(), choices: made }, null, 1);
}

function fileName() {
  const named = [text('fileName'), gallery.title, client].filter((each) => each !== '').join(' - ');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file names must not contain them
  return `${named.replace(/[<>:"/\\|?*\u0000-\u001f]/g, '_').slice(0, 120)}.json`;
}

/** Downloads the file for the studio. @returns its name */
function saveChoices() {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([formatChoices()], { type: 'application/json' }));
  link.download = fileName();
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  isSaved = true;
  storeChoices();
  return link.download;
}
