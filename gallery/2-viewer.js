/** The viewer: one large picture with its choice, and a comparison with the original. */

const viewer = /** @type {HTMLDialogElement} */ (element('viewer'));
const stage = element('stage');
const frame = element('frame');
const large = /** @type {HTMLImageElement} */ (element('large'));
const before = /** @type {HTMLImageElement} */ (element('before'));
const divide = /** @type {HTMLInputElement} */ (element('divide'));
const compare = /** @type {HTMLButtonElement} */ (element('compare'));
const pickButton = /** @type {HTMLButtonElement} */ (element('pick'));
const comment = /** @type {HTMLTextAreaElement} */ (element('comment'));
let viewerPictures = gallery.pictures;
let currentIndex = 0;
let isComparing = false;

const currentPicture = () => viewerPictures[currentIndex];

const starButtons = Array.from({ length: maxStars }, (_, index) => {
  const button = iconButton('star', 'star', text('stars', { count: index + 1 }));
  button.addEventListener('click', () => rate(index + 1));
  return button;
});

/** Removes the stars if the picture has that number already. @param {number} stars */
function rate(stars) {
  const picture = currentPicture();
  if (picture !== undefined) changeChoice(picture, { stars: choiceOf(picture).stars === stars ? 0 : stars });
}

function togglePick() {
  const picture = currentPicture();
  if (picture !== undefined) changeChoice(picture, { picked: !choiceOf(picture).picked });
}

/** @param {Picture[]} list @param {number} index */
function openViewer(list, index) {
  viewerPictures = list;
  currentIndex = index;
  setComparing(false);
  if (!viewer.open) viewer.showModal();
  viewer.focus();
  showPicture();
}

/** @param {number} by */
function step(by) {
  const next = currentIndex + by;
  if (next < 0 || next >= viewerPictures.length) return;
  currentIndex = next;
  showPicture();
}

function showPicture() {
  const picture = currentPicture();
  if (picture === undefined) return;
  const { file, caption, width, height } = picture;
  frame.style.setProperty('--ratio', String(width / height));
  frame.style.setProperty('--width', `${width}px`);
  large.src = `photographs/${file}`;
  large.alt = caption;
  large.width = width;
  large.height = height;
  element('caption').textContent = caption;
  element('place').textContent = text('place', { number: currentIndex + 1, count: viewerPictures.length });
  compare.hidden = !picture.before;
  setComparing(isComparing && picture.before);
  isComparing = picture.before ? isComparing : false;
  /** @type {HTMLButtonElement} */ (element('previous')).disabled = currentIndex === 0;
  /** @type {HTMLButtonElement} */ (element('next')).disabled = currentIndex === viewerPictures.length - 1;
  comment.value = choiceOf(picture).comment;
  renderChoice();
  // Preload the next picture.
  const after = viewerPictures[currentIndex + 1];
  if (after !== undefined) new Image().src = `photographs/${after.file}`;
}

/** @param {boolean} isOn */
function setComparing(isOn) {
  isComparing = isOn;
  frame.classList.toggle('comparing', isOn);
  compare.setAttribute('aria-pressed', String(isOn));
  const picture = currentPicture();
  if (!isOn || picture === undefined) return before.removeAttribute('src');
  before.src = `before/${picture.file}`;
  divide.value = '50';
  moveDivide();
}

function moveDivide() {
  frame.style.setProperty('--divide', `${divide.value}%`);
}

function renderChoice() {
  const picture = currentPicture();
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

/** Swipes left and right go to the next and previous picture. */
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
  element('stars').append(...starButtons);
  pickButton.append(icon(iconPaths.heart), create('span', '', text('pick')));
  element('previous').append(icon(iconPaths.left));
  element('next').append(icon(iconPaths.right));
  element('close').append(icon(iconPaths.close));
  element('previous').addEventListener('click', () => step(-1));
  element('next').addEventListener('click', () => step(1));
  element('close').addEventListener('click', () => viewer.close());
  pickButton.addEventListener('click', togglePick);
  compare.addEventListener('click', () => setComparing(!isComparing));
  divide.addEventListener('input', moveDivide);
  comment.maxLength = maxCommentLength;
  comment.addEventListener('input', () => {
    const picture = currentPicture();
    if (picture !== undefined) changeChoice(picture, { comment: comment.value });
  });
  // On the document, because the focused element may be hidden now.
  document.addEventListener('keydown', onKey);
  viewer.addEventListener('close', () => {
    const picture = currentPicture();
    if (picture !== undefined) focusTile(picture);
  });
  bindSwipes();
  choiceListeners.push(renderChoice);
}
