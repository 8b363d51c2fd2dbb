/** Clips the marks of a service's response to the photograph, so that invalid numbers do not displace the overlay. Pure. */
import type { Size } from '../../../state/stage/stageGeometry.ts';
import type { AnalysisModel, FaceMarks, Mark, MarkBox } from './analysisModel.ts';

/** Limit of a frame outside the photograph, in sides of the photograph. */
const maxOverhang = 1;
const maxFaceCount = 100;
/** Limit of points per face. The largest set of the interface has 201. */
const maxPointCount = 500;

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** Returns null if the box is outside the photograph. */
export function clipMarkBox(box: MarkBox, { width, height }: Size): MarkBox | null {
  const x = clamp(box.x, -maxOverhang * width, width);
  const y = clamp(box.y, -maxOverhang * height, height);
  const right = clamp(box.x + box.width, -maxOverhang * width, (1 + maxOverhang) * width);
  const bottom = clamp(box.y + box.height, -maxOverhang * height, (1 + maxOverhang) * height);
  const isInside = right - x >= 1 && bottom - y >= 1 && x < width && y < height && right > 0 && bottom > 0;
  if (!isInside) return null;
  return { x, y, width: right - x, height: bottom - y, rotation: clamp(box.rotation, -180, 180) };
}

function clipFace(face: FaceMarks, size: Size): FaceMarks {
  const isInside = ({ x, y }: { x: number; y: number }) => x >= 0 && y >= 0 && x <= size.width && y <= size.height;
  return {
    box: face.box && clipMarkBox(face.box, size),
    sets: Object.fromEntries(
      Object.entries(face.sets).map(([name, points]) => [name, points.slice(0, maxPointCount).filter(isInside)]),
    ),
    pupils: face.pupils
      .filter(isInside)
      .map((pupil) => ({ ...pupil, radius: clamp(pupil.radius, 0, Math.max(size.width, size.height) / 4) })),
  };
}

function clipMark(mark: Mark, size: Size): Mark[] {
  const boxes = mark.boxes.flatMap((box) => clipMarkBox(box, size) ?? []);
  const confidence = mark.confidence === null ? null : clamp(mark.confidence, 0, 1);
  return boxes.length === 0 ? [] : [{ ...mark, boxes, confidence }];
}

/** @param size of the photograph, px */
export function clipAnalysis<R extends Pick<AnalysisModel, 'faces' | 'marks'>>(reading: R, size: Size): R {
  return {
    ...reading,
    faces: reading.faces.slice(0, maxFaceCount).map((face) => clipFace(face, size)),
    marks: reading.marks.slice(0, maxFaceCount).flatMap((mark) => clipMark(mark, size)),
  };
}
