/** Moves named regions (faces, pets, focus) with the picture: of the Metadata Working Group and of Microsoft. */
import type { XmpOutline, XmpProperty } from '../../xmp/parse-xmp.ts';
import type { Edit } from '../../xmp/text-edits.ts';
import { fieldOf, itemsOf, parseElement, type XmpElement } from '../../xmp/xmp-element.ts';
import {
  type Basis,
  hasSamePixels,
  hasSameShares,
  isSideways,
  type Positions,
  type Share,
  toFinished,
  uprightSize,
  withinFile,
} from './positions.ts';

const workingGroup = 'http://www.metadataworkinggroup.com/schemas/regions/';
const area = 'http://ns.adobe.com/xmp/sType/Area#';
const dimensions = 'http://ns.adobe.com/xap/1.0/sType/Dimensions#';
const microsoft = 'http://ns.microsoft.com/photo/1.2/';
const microsoftInfo = 'http://ns.microsoft.com/photo/1.2/t/RegionInfo#';
const microsoftRegion = 'http://ns.microsoft.com/photo/1.2/t/Region#';

type Mover = (regions: XmpElement, positions: Positions) => readonly Edit[] | null;

const movers: Readonly<Record<string, Mover>> = {
  [`${workingGroup}Regions`]: moveWorkingGroupRegions,
  [`${microsoft}RegionInfo`]: moveMicrosoftRegions,
};

/** Returns null for a property without regions. Regions that cannot be moved are removed. */
export function regionEdits(outline: XmpOutline, property: XmpProperty, positions: Positions): readonly Edit[] | null {
  const { namespace, name, from, to } = property;
  const move = movers[namespace + name];
  if (move === undefined) return namespace === workingGroup || namespace === microsoft ? [] : null;
  if (hasSamePixels(positions)) return [];
  const regions = positions.frame.photograph == null ? null : parseElement(outline, property);
  return (regions && move(regions, positions)) ?? [{ from, to, text: '' }];
}

function moveWorkingGroupRegions(regions: XmpElement, positions: Positions): readonly Edit[] | null {
  const applied = fieldOf(regions, workingGroup, 'AppliedToDimensions');
  const list = fieldOf(regions, workingGroup, 'RegionList');
  const basis = basisOf(applied, positions);
  if (basis === null || list === null) return null;
  const { width, height } = positions.frame;
  const size =
    applied === null ? [] : [numberEdit(applied, dimensions, 'w', width), numberEdit(applied, dimensions, 'h', height)];
  const moved = moveItems(itemsOf(list), (region) => {
    const found = fieldOf(region, workingGroup, 'Area');
    return found && moveArea(found, basis, positions);
  });
  return moved && [...size.filter((edit) => edit !== null), ...moved];
}

/** Relative difference of aspect ratios. */
const ratioTolerance = 0.02;

/** Returns null for regions of another picture. */
function basisOf(applied: XmpElement | null, positions: Positions): Basis | null {
  const [width, height] = ['w', 'h'].map((name) => (applied === null ? null : numberOf(applied, dimensions, name)));
  if (width == null || height == null) return 'stored';
  const isLike = (size: { width: number; height: number }) =>
    Math.abs((width / height / size.width) * size.height - 1) < ratioTolerance;
  if (isLike(positions.stored)) return 'stored';
  return isSideways(positions) && isLike(uprightSize(positions)) ? 'upright' : null;
}

/** An area has a center and a size, or a diameter in shares of the shorter side, or is a point. */
function moveArea(found: XmpElement, basis: Basis, positions: Positions): readonly Edit[] | null {
  const unit = fieldOf(found, area, 'unit')?.value.trim() || 'normalized';
  const [x, y, w, h, d] = ['x', 'y', 'w', 'h', 'd'].map((name) => numberOf(found, area, name));
  if (unit !== 'normalized' || x == null || y == null) return null;
  const [halfWidth, halfHeight] = [(w ?? 0) / 2, (h ?? 0) / 2];
  const rect = { left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight };
  const moved = move(rect, basis, positions);
  if (moved === null) return null;
  const { left, top, right, bottom } = moved;
  const { frame } = positions;
  const shorter = ({ width, height }: { width: number; height: number }) => Math.min(width, height);
  const diameter = d == null ? 0 : (d * shorter(frame.photograph ?? frame)) / shorter(frame);
  return [
    numberEdit(found, area, 'x', (left + right) / 2),
    numberEdit(found, area, 'y', (top + bottom) / 2),
    numberEdit(found, area, 'w', right - left),
    numberEdit(found, area, 'h', bottom - top),
    numberEdit(found, area, 'd', diameter),
  ].filter((edit) => edit !== null);
}

/** Rectangles are "left, top, width, height"; a person may have none. */
function moveMicrosoftRegions(info: XmpElement, positions: Positions): readonly Edit[] | null {
  const list = fieldOf(info, microsoftInfo, 'Regions');
  if (list === null) return null;
  return moveItems(itemsOf(list), (region) => {
    const found = fieldOf(region, microsoftRegion, 'Rectangle');
    if (found === null) return [];
    const [left = Number.NaN, top = Number.NaN, width = Number.NaN, height = Number.NaN] = found.value
      .split(',')
      .map(toNumber);
    const moved = move({ left, top, right: left + width, bottom: top + height }, 'stored', positions);
    if (moved === null || found.content === null) return null;
    const numbers = [moved.left, moved.top, moved.right - moved.left, moved.bottom - moved.top];
    return [{ ...found.content, text: numbers.map(formatShare).join(', ') }];
  });
}

/** Removes items that cannot be moved. Returns null if none is left. */
function moveItems(
  items: readonly XmpElement[],
  moveItem: (item: XmpElement) => readonly Edit[] | null,
): readonly Edit[] | null {
  const moved = items.map((item) => moveItem(item) ?? null);
  if (moved.every((each) => each === null)) return null;
  return items.flatMap(({ from, to }, index) => moved[index] ?? [{ from, to, text: '' }]);
}

function move(rect: Share, basis: Basis, positions: Positions): Share | null {
  if (!Object.values(rect).every(Number.isFinite)) return null;
  if (hasSameShares(positions)) return rect;
  const finished = toFinished(rect, basis, positions);
  return finished && withinFile(finished);
}

const toNumber = (text: string): number => (/^\s*-?\d*\.?\d+(e-?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN);

function numberOf(element: XmpElement, namespace: string, name: string): number | null {
  const field = fieldOf(element, namespace, name);
  const number = field === null ? Number.NaN : toNumber(field.value);
  return Number.isFinite(number) ? number : null;
}

/** Returns null for a missing field. */
function numberEdit(element: XmpElement, namespace: string, name: string, value: number): Edit | null {
  const content = fieldOf(element, namespace, name)?.content ?? null;
  return content && { ...content, text: formatShare(value) };
}

const formatShare = (value: number): string => String(Number(value.toFixed(6)));
