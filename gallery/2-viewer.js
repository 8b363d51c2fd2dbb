/** One picture, large: with what is chosen about it, and with the untouched one beside it. */

const viewer = /** @type {HTMLDialogElement} */ (part('viewer'));
const stage = part('stage');
const frame = part('frame');
const large = /** @type {HTMLImageElement} */ (part('large'));
const before = /** @type {HTMLImageElement} */ (part('before'));
const divide = /** @type {HTMLInputElement} */ (part('divide'));
const compare = /** @type {HTMLButtonElement} */ (part('compare'));
const pickButton = /** @type {HTMLButtonElement} */ (part('pick'));
const comment = /** @type {HTMLTextAreaElement} */ (part('comment'));
/** Which pictures one goes through, and which of them is shown. */
let shownList = gallery.pictures;
let at = 0;
let isComparing = false;

const shown = () => shownList[at];

const starButtons = Array.from({ length: mostStars }, (_, index) => {
  const button = iconButton('star', 'star', word('stars', { count: index + 1 }));
  button.addEventListener('click', () => rate(index + 1));
  return button;
});

/** The same number once more takes the stars away. @param {number} stars */
function rate(stars) {
  const picture = shown();
  if (picture !== undefined) choose(picture, { stars: choiceOf(picture).stars === stars ? 0 : stars });
}

function togglePick() {
  const picture = shown();
  if (picture !== undefined) choose(picture, { picked: !choiceOf(picture).picked });
}

/** @param {Picture[]} list @param {number} index */
function openViewer(list, index) {
  shownList = list;
  at = index;
  setComparing(false);
  if (!viewer.open) viewer.showModal();
  viewer.focus();
  show();
}

/** @param {number} by */
function step(by) {
  const next = at + by;
  if (next < 0 || next >= shownList.length) return;
  at = next;
  show();
}

function show() {
  const picture = shown();
  if (picture === undefined) return;
  const { file, caption, width, height } = picture;
  frame.style.setProperty('--ratio', String(width / height));
  frame.style.setProperty('--width', `${width}px`);
  large.src = `photographs/${file}`;
  large.alt = caption;
  large.width = width;
  large.height = height;
  part('caption').textContent = caption;
  part('place').textContent = word('place', { number: at + 1, count: shownList.length });
  compare.hidden = !picture.before;
  setComparing(isComparing && picture.before);
  isComparing = picture.before ? isComparing : false;
  /** @type {HTMLButtonElement} */ (part('previous')).disabled = at === 0;
  /** @type {HTMLButtonElement} */ (part('next')).disabled = at === shownList.length - 1;
  comment.value = choiceOf(picture).comment;
  showChoice();
  // The next one is there when it is wanted.
  const after = shownList[at + 1];
  if (after !== undefined) new Image().src = `photographs/${after.file}`;
}

/** @param {boolean} isOn */
function setComparing(isOn) {
  isComparing = isOn;
  frame.classList.toggle('comparing', isOn);
  compare.setAttribute('aria-pressed', String(isOn));
  const picture = shown();
  if (!isOn || picture === undefined) return before.removeAttribute('src');
  before.src = `before/${picture.file}`;
  divide.value = '50';
  moveDivide();
}

function moveDivide() {
  frame.style.setProperty('--divide', `${divide.value}%`);
}

function showChoice() {
  const picture = shown();
  if (picture === undefined) return;
  const { picked, stars } = choiceOf(picture);
  pickButton.setAttribute('aria-pressed', String(picked));
  for (const [index, button] of starButtons.entries()) {
    button.setAttribute('aria-pressed', String(stars === index + 1));
    button.classList.toggle('on', index < stars);
  }
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { target, key } = event;
  const named = keyOf(event);
  if (!viewer.open || event.ctrlKey || event.metaKey || event.altKey || target === comment) return;
  const isSlider = target === divide;
  if (key === 'ArrowLeft' && !isSlider) step(-1);
  else if (key === 'ArrowRight' && !isSlider) step(1);
  else if (named === 'p') togglePick();
  else if (named === 'b' && !compare.hidden) setComparing(!isComparing);
  else if (/^[1-5]$/.test(named)) rate(Number(named));
  else return;
  event.preventDefault();
}

/** Left and right by a finger. */
function bindSwipes() {
  /** @type {{ x: number, y: number } | null} */
  let from = null;
  stage.addEventListener('pointerdown', (event) => {
    from = event.pointerType === 'touch' && event.target !== divide ? { x: event.clientX, y: event.clientY } : null;
  });
  stage.addEventListener('pointerup', (event) => {
    if (from === null) return;
    const [across, down] = [event.clientX - from.x, event.clientY - from.y];
    from = null;
    if (Math.abs(across) > 48 && Math.abs(across) > 2 * Math.abs(down)) step(across < 0 ? 1 : -1);
  });
  stage.addEventListener('pointercancel', () => {
    from = null;
  });
}

function bindViewer() {
  part('stars').append(...starButtons);
  pickButton.append(drawing(drawings.heart), make('span', '', word('pick')));
  part('previous').append(drawing(drawings.left));
  part('next').append(drawing(drawings.right));
  part('close').append(drawing(drawings.close));
  part('previous').addEventListener('click', () => step(-1));
  part('next').addEventListener('click', () => step(1));
  part('close').addEventListener('click', () => viewer.close());
  pickButton.addEventListener('click', togglePick);
  compare.addEventListener('click', () => setComparing(!isComparing));
  divide.addEventListener('input', moveDivide);
  comment.maxLength = longestComment;
  comment.addEventListener('input', () => {
    const picture = shown();
    if (picture !== undefined) choose(picture, { comment: comment.value });
  });
  // Of the whole page: what had the focus may have gone away.
  document.addEventListener('keydown', onKey);
  viewer.addEventListener('close', () => {
    const picture = shown();
    if (picture !== undefined) focusTile(picture);
  });
  bindSwipes();
  onChoice.push(showChoice);
}
