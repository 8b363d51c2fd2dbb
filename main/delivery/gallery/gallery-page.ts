/** The page of a gallery, without its pictures: one file with style and scripts that requests nothing from a server. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { controlCharacters, invisibleCharacters } from '../../../contract/validation/unsafe-characters.ts';

export interface PagePicture {
  /** A random token. */
  readonly id: string;
  /** Name in each folder of pictures. */
  readonly file: string;
  readonly caption: string;
  /** px of the large picture. */
  readonly width: number;
  readonly height: number;
  readonly before: boolean;
}

export interface Page {
  readonly id: string;
  readonly title: string;
  readonly studio: string;
  readonly message: string;
  readonly pictures: readonly PagePicture[];
}

/** Texts of the page, by the keys that its scripts read. */
const messages = {
  all: msg('delivery.galleryPage.all'),
  before: msg('delivery.galleryPage.before'),
  after: msg('delivery.galleryPage.after'),
  beforeAfter: msg('delivery.galleryPage.beforeAfter'),
  cancel: msg('delivery.galleryPage.cancel'),
  close: msg('delivery.galleryPage.close'),
  comment: msg('delivery.galleryPage.comment'),
  commented: msg('delivery.galleryPage.commented'),
  comments: msg('delivery.galleryPage.comments'),
  fileName: msg('delivery.galleryPage.fileName'),
  hint: msg('delivery.galleryPage.hint'),
  next: msg('delivery.galleryPage.next'),
  none: msg('delivery.galleryPage.none'),
  noScript: msg('delivery.galleryPage.noScript'),
  pick: msg('delivery.galleryPage.pick'),
  pickNamed: msg('delivery.galleryPage.pickNamed'),
  picked: msg('delivery.galleryPage.picked'),
  picks: msg('delivery.galleryPage.picks'),
  picture: msg('delivery.galleryPage.picture'),
  pictures: msg('delivery.galleryPage.pictures'),
  place: msg('delivery.galleryPage.place'),
  previous: msg('delivery.galleryPage.previous'),
  save: msg('delivery.galleryPage.save'),
  saveText: msg('delivery.galleryPage.saveText'),
  saveTextFor: msg('delivery.galleryPage.saveTextFor'),
  saved: msg('delivery.galleryPage.saved'),
  savedFor: msg('delivery.galleryPage.savedFor'),
  saveGo: msg('delivery.galleryPage.saveGo'),
  stars: msg('delivery.galleryPage.stars'),
  starsOf: msg('delivery.galleryPage.starsOf'),
  unkept: msg('delivery.galleryPage.unkept'),
  viewer: msg('delivery.galleryPage.viewer'),
  yourName: msg('delivery.galleryPage.yourName'),
} as const;
type TextKey = keyof typeof messages;

/** Escapes text for elements and for attributes in quotation marks. */
function escapeHtml(text: string): string {
  const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}

/** Removes characters that are invisible, or that change the text around them. Line breaks stay, as `\n`. */
export const stripInvisible = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(controlCharacters, (mark) => (mark === '\n' ? mark : ' '))
    .replace(invisibleCharacters, '')
    .trim();

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

interface PageContent extends Page {
  /** Messages in the user's language. */
  readonly words: Readonly<Record<TextKey, string>>;
}

/**
 * @param parts the folder with style and scripts
 * @throws UserFacingError if it is missing
 */
export async function galleryPage(page: Page, parts: string, toWords: (message: Message) => string): Promise<string> {
  const { style, script } = await readParts(parts);
  const words = Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, toWords(message)])) as Record<
    TextKey,
    string
  >;
  const content = { ...page, words };
  const policy = [
    "default-src 'none'",
    // For a page that is opened by a double click.
    "img-src 'self' file:",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="${escapeHtml(toWords(msg('units.language')))}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escapeHtml(page.title)}</title>
<style>${style}</style>
</head>
<body>
${pageBody(content)}
${viewerDialog(content)}
${savingDialog(content)}
<script type="application/json" id="data">${pageData(content)}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** JSON for the scripts. Without `<`, it cannot end the script element or open a comment. */
function pageData({ id, title, studio, words, pictures }: PageContent): string {
  return JSON.stringify({ id, title, studio, words, pictures }).replaceAll('<', '\\u003c');
}

function pageBody({ title, studio, message, pictures, words }: PageContent): string {
  const text = (key: TextKey) => escapeHtml(words[key]);
  return `<header>
${studio === '' ? '' : `<p class="studio">${escapeHtml(studio)}</p>`}
<h1>${escapeHtml(title)}</h1>
${message === '' ? '' : `<p class="message">${escapeHtml(message)}</p>`}
</header>
<main>
<noscript><p class="warning">${text('noScript')}</p></noscript>
<p class="warning" id="unkept" role="alert" hidden>${text('unkept')}</p>
<div class="tabs needs-script">
<button type="button" id="show-all" aria-pressed="true">${text('all')} ${pictures.length}</button>
<button type="button" id="show-picks" aria-pressed="false">${text('picks')}</button>
</div>
<ul id="pictures" aria-label="${text('pictures')}">
${pictures.map((picture) => tile(picture)).join('\n')}
</ul>
<p class="empty" id="none" role="status" hidden>${text('none')}</p>
</main>
<div class="bar needs-script">
<div><p id="counts" role="status"></p><p class="told" id="saved" role="status" hidden></p></div>
<button type="button" class="filled" id="save" disabled>${text('save')}</button>
</div>`;
}

function viewerDialog({ words }: PageContent): string {
  const text = (key: TextKey) => escapeHtml(words[key]);
  return `<dialog id="viewer" tabindex="-1" aria-label="${text('viewer')}">
<div id="stage">
<div class="room"><div id="frame">
<img id="large" alt="">
<img id="before" alt="">
<input type="range" id="divide" min="0" max="100" value="50" aria-label="${text('beforeAfter')}">
<div class="handle"></div>
<span class="ends">${text('before')}</span><span class="ends">${text('after')}</span>
</div></div>
<button type="button" class="turn" id="previous" aria-label="${text('previous')}"></button>
<button type="button" class="turn" id="next" aria-label="${text('next')}"></button>
</div>
<div class="side">
<div class="top"><span id="place" role="status"></span><button type="button" id="close" aria-label="${text('close')}"></button></div>
<p id="caption"></p>
<div class="actions">
<button type="button" id="compare" aria-pressed="false">${text('beforeAfter')}</button>
<button type="button" id="pick" aria-pressed="false"></button>
</div>
<div id="stars" role="group" aria-label="${text('starsOf')}"></div>
<div class="field"><label for="comment">${text('comment')}</label><textarea id="comment" rows="4"></textarea></div>
<p class="hint">${text('hint')}</p>
</div>
</dialog>`;
}

function savingDialog({ studio, words }: PageContent): string {
  const text = (key: TextKey) => escapeHtml(words[key]);
  const instruction = studio === '' ? words.saveText : words.saveTextFor.replace('{studio}', () => studio);
  return `<dialog id="saving" aria-labelledby="saving-title">
<form id="saving-form" method="dialog">
<h2 id="saving-title">${text('save')}</h2>
<p>${escapeHtml(instruction)}</p>
<div class="field"><label for="client">${text('yourName')}</label><input id="client" maxlength="100" autocomplete="name"></div>
<div class="answers">
<button type="button" class="plain" id="saving-cancel">${text('cancel')}</button>
<button type="submit" class="filled">${text('saveGo')}</button>
</div>
</form>
</dialog>`;
}

function tile({ file, caption, width, height }: PagePicture): string {
  const text = escapeHtml(caption);
  return (
    `<li><a href="photographs/${file}"><img src="small/${file}" alt="${text}" width="${width}" height="${height}" loading="lazy">` +
    `</a><div class="below"><span class="name">${text}</span></div></li>`
  );
}

async function readParts(folder: string): Promise<{ readonly style: string; readonly script: string }> {
  try {
    const names = (await readdir(folder)).sort();
    const readAll = async (extension: string) => {
      const parts = names
        .filter((name) => name.endsWith(extension))
        .map((name) => readFile(join(folder, name), 'utf8'));
      if (parts.length === 0) throw new Error(`no ${extension} file in ${folder}`);
      return (await Promise.all(parts)).join('\n');
    };
    const [scripts, style] = [await readAll('.js'), await readAll('.css')];
    return { style: `\n${style}`, script: `\n(() => {\n'use strict';\n${scripts}})();\n` };
  } catch (cause) {
    throw new UserFacingError(msg('delivery.gallery.noPage'), { cause });
  }
}
