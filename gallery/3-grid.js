/** All pictures in rows, what is chosen of them, and how it is saved. */

/** @type {Map<string, { item: HTMLElement, link: HTMLAnchorElement, heart: HTMLButtonElement, marks: HTMLElement }>} */
const tiles = new Map();
let isPicksOnly = false;

const isListed = (/** @type {Picture} */ picture) => !isPicksOnly || choiceOf(picture).picked;

function bindGrid() {
  const links = [...part('pictures').querySelectorAll('a')];
  for (const [index, picture] of gallery.pictures.entries()) {
    const link = links[index];
    const item = link?.parentElement;
    if (link === undefined || item == null) continue;
    item.style.setProperty('--ratio', String(picture.width / picture.height));
    const heart = iconButton('heart', 'heart', word('pickNamed', { caption: picture.caption }));
    const marks = make('span', 'marks');
    item.append(heart);
    item.querySelector('.below')?.append(marks);
    tiles.set(picture.id, { item, link, heart, marks });
    heart.addEventListener('click', () => choose(picture, { picked: !choiceOf(picture).picked }));
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const list = gallery.pictures.filter(isListed);
      openViewer(list, Math.max(0, list.indexOf(picture)));
    });
    link.addEventListener('keydown', (event) => {
      if (keyOf(event) !== 'p' || event.ctrlKey || event.metaKey || event.altKey) return;
      choose(picture, { picked: !choiceOf(picture).picked });
    });
    showTile(picture);
  }
  onChoice.push((picture) => {
    showTile(picture);
    showCounts();
  });
}

/** @param {Picture} picture */
function focusTile({ id }) {
  tiles.get(id)?.link.focus();
}

/** @param {Picture} picture */
function showTile(picture) {
  const tile = tiles.get(picture.id);
  if (tile === undefined) return;
  const { picked, stars, comment: note } = choiceOf(picture);
  tile.item.classList.toggle('picked', picked);
  tile.heart.setAttribute('aria-pressed', String(picked));
  // One that is no longer picked stays until the list is changed: nothing jumps away under the pointer.
  tile.marks.replaceChildren();
  if (stars > 0) {
    const shine = make('span', 'shine', '★'.repeat(stars));
    shine.setAttribute('role', 'img');
    shine.setAttribute('aria-label', word('stars', { count: stars }));
    tile.marks.append(shine);
  }
  if (note.trim() !== '') {
    const speech = make('span', 'speech');
    speech.setAttribute('role', 'img');
    speech.setAttribute('aria-label', word('commented'));
    speech.append(drawing(drawings.speech));
    tile.marks.append(speech);
  }
}

/** @param {boolean} picksOnly */
function list(picksOnly) {
  isPicksOnly = picksOnly;
  for (const picture of gallery.pictures) {
    const tile = tiles.get(picture.id);
    if (tile !== undefined) tile.item.hidden = !isListed(picture);
  }
  part('none').hidden = !picksOnly || gallery.pictures.some(isListed);
  part('show-all').setAttribute('aria-pressed', String(!picksOnly));
  part('show-picks').setAttribute('aria-pressed', String(picksOnly));
}

function showCounts() {
  const made = gallery.pictures.map(choiceOf);
  const picked = made.filter((choice) => choice.picked).length;
  const commented = made.filter(({ comment: note }) => note.trim() !== '').length;
  const counts = [word('picked', { count: picked })];
  if (commented > 0) counts.push(word('comments', { count: commented }));
  part('counts').textContent = counts.join('  ·  ');
  part('show-picks').textContent = `${word('picks')} ${picked}`;
  /** @type {HTMLButtonElement} */ (part('save')).disabled = !made.some(isChosen);
  part('saved').hidden = true;
}

function bindSaving() {
  const sheet = /** @type {HTMLDialogElement} */ (part('saving'));
  const field = /** @type {HTMLInputElement} */ (part('client'));
  part('save').addEventListener('click', () => {
    field.value = client;
    sheet.showModal();
    field.focus();
  });
  part('saving-cancel').addEventListener('click', () => sheet.close());
  part('saving-form').addEventListener('submit', (event) => {
    event.preventDefault();
    client = field.value.trim();
    const name = saveChoices();
    sheet.close();
    part('saved').textContent = word(gallery.studio === '' ? 'saved' : 'savedFor', { name, studio: gallery.studio });
    part('saved').hidden = false;
  });
  // What is kept nowhere is asked about before it is gone.
  addEventListener('beforeunload', (event) => {
    if (!isKept && !isSaved) event.preventDefault();
  });
}

document.documentElement.classList.add('live');
readKept();
bindGrid();
bindViewer();
bindSaving();
part('show-all').addEventListener('click', () => list(false));
part('show-picks').addEventListener('click', () => list(true));
showCounts();
list(false);
try {
  const probe = `${shelf}-probe`;
  localStorage.setItem(probe, '1');
  localStorage.removeItem(probe);
} catch {
  isKept = false;
  part('unkept').hidden = false;
}
