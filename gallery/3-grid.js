/** The grid of all pictures with their choices, and the dialog that saves these. */

/** @type {Map<string, { item: HTMLElement, link: HTMLAnchorElement, heart: HTMLButtonElement, marks: HTMLElement }>} */
const tiles = new Map();
let isPicksOnly = false;

const isListed = (/** @type {Picture} */ picture) => !isPicksOnly || choiceOf(picture).picked;

function bindGrid() {
  const links = [...element('pictures').querySelectorAll('a')];
  for (const [index, picture] of gallery.pictures.entries()) {
    const link = links[index];
    const item = link?.parentElement;
    if (link === undefined || item == null) continue;
    item.style.setProperty('--ratio', String(picture.width / picture.height));
    const heart = iconButton('heart', 'heart', text('pickNamed', { caption: picture.caption }));
    const marks = create('span', 'marks');
    item.append(heart);
    item.querySelector('.below')?.append(marks);
    tiles.set(picture.id, { item, link, heart, marks });
    heart.addEventListener('click', () => changeChoice(picture, { picked: !choiceOf(picture).picked }));
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const list = gallery.pictures.filter(isListed);
      openViewer(list, Math.max(0, list.indexOf(picture)));
    });
    link.addEventListener('keydown', (event) => {
      if (keyOf(event) !== 'p' || event.ctrlKey || event.metaKey || event.altKey) return;
      changeChoice(picture, { picked: !choiceOf(picture).picked });
    });
    renderTile(picture);
  }
  choiceListeners.push((picture) => {
    renderTile(picture);
    renderCounts();
  });
}

/** @param {Picture} picture */
function focusTile({ id }) {
  tiles.get(id)?.link.focus();
}

/** @param {Picture} picture */
function renderTile(picture) {
  const tile = tiles.get(picture.id);
  if (tile === undefined) return;
  const { picked, stars, comment: note } = choiceOf(picture);
  tile.item.classList.toggle('picked', picked);
  tile.heart.setAttribute('aria-pressed', String(picked));
  tile.marks.replaceChildren();
  if (stars > 0) {
    const shine = create('span', 'shine', '★'.repeat(stars));
    shine.setAttribute('role', 'img');
    shine.setAttribute('aria-label', text('stars', { count: stars }));
    tile.marks.append(shine);
  }
  if (note.trim() !== '') {
    const speech = create('span', 'speech');
    speech.setAttribute('role', 'img');
    speech.setAttribute('aria-label', text('commented'));
    speech.append(icon(iconPaths.speech));
    tile.marks.append(speech);
  }
}

/** @param {boolean} picksOnly */
function filterPictures(picksOnly) {
  isPicksOnly = picksOnly;
  for (const picture of gallery.pictures) {
    const tile = tiles.get(picture.id);
    if (tile !== undefined) tile.item.hidden = !isListed(picture);
  }
  element('none').hidden = !picksOnly || gallery.pictures.some(isListed);
  element('show-all').setAttribute('aria-pressed', String(!picksOnly));
  element('show-picks').setAttribute('aria-pressed', String(picksOnly));
}

function renderCounts() {
  const made = gallery.pictures.map(choiceOf);
  const picked = made.filter((choice) => choice.picked).length;
  const commented = made.filter(({ comment: note }) => note.trim() !== '').length;
  const counts = [text('picked', { count: picked })];
  if (commented > 0) counts.push(text('comments', { count: commented }));
  element('counts').textContent = counts.join('  ·  ');
  element('show-picks').textContent = `${text('picks')} ${picked}`;
  /** @type {HTMLButtonElement} */ (element('save')).disabled = !made.some(isChosen);
  element('saved').hidden = true;
}

function bindSaving() {
  const sheet = /** @type {HTMLDialogElement} */ (element('saving'));
  const field = /** @type {HTMLInputElement} */ (element('client'));
  element('save').addEventListener('click', () => {
    field.value = client;
    sheet.showModal();
    field.focus();
  });
  element('saving-cancel').addEventListener('click', () => sheet.close());
  element('saving-form').addEventListener('submit', (event) => {
    event.preventDefault();
    client = field.value.trim();
    const name = saveChoices();
    sheet.close();
    element('saved').textContent = text(gallery.studio === '' ? 'saved' : 'savedFor', { name, studio: gallery.studio });
    element('saved').hidden = false;
  });
  // The choices would be lost.
  addEventListener('beforeunload', (event) => {
    if (!isStored && !isSaved) event.preventDefault();
  });
}

document.documentElement.classList.add('live');
restoreChoices();
bindGrid();
bindViewer();
bindSaving();
element('show-all').addEventListener('click', () => filterPictures(false));
element('show-picks').addEventListener('click', () => filterPictures(true));
renderCounts();
filterPictures(false);
try {
  const probe = `${storageKey}-probe`;
  localStorage.setItem(probe, '1');
  localStorage.removeItem(probe);
} catch {
  isStored = false;
  element('unkept').hidden = false;
}
