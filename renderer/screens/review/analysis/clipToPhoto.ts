/** Draws the numbers of a service to what can be drawn over a photograph: whatever it answers, the overlay stays in its place. Pure. */
import type { Size } from '../../../state/stage/stageGeometry.ts';
import type { AnalysisModel, FaceMarks, Mark, MarkBox } from './analysisModel.ts';

/** A frame may begin or end so many sides of the photograph outside of it. */
const outside = 1;
const maxFaceCount = 100;
/** Of a face: the largest set of the interface has 201. */
const maxPointCount = 500;

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** Null where nothing of it lies in the photograph. */
export function clipMarkBox(box: MarkBox, { width, height }: Size): MarkBox | null {
  const x = clamp(box.x, -outside * width, width);
  const y = clamp(box.y, -outside * height, height);
  const right = clamp(box.x + box.width, -outside * width, (1 + outside) * width);
  const bottom = clamp(box.y + box.height, -outside * height, (1 + outside) * height);
  const isIn = right - x >= 1 && bottom - y >= 1 && x < width && y < height && right > 0 && bottom > 0;
  if (!isIn) return null;
  return { x, y, width: right - x, height: bottom - y, rotation: clamp(box.rotation, -180, 180) };
}

function faceWithin(face: FaceMarks, size: Size): FaceMarks {
  const isIn = ({ x, y }: { x: number; y: number }) => x >= 0 && y >= 0 && x <= size.width && y <= size.height;
  return {
    box: face.box && clipMarkBox(face.box, size),
    sets: Object.fromEntries(
      Object.entries(face.sets).map(([name, points]) => [name, points.slice(0, maxPointCount).filter(isIn)]),
    ),
    pupils: face.pupils
      .filter(isIn)
      .map((pupil) => ({ ...pupil, radius: clamp(pupil.radius, 0, Math.max(size.width, size.height) / 4) })),
  };
}

function markWithin(mark: Mark, size: Size): Mark[] {
  const boxes = mark.boxes.flatMap((box) => clipMarkBox(box, size) ?? []);
  const confidence = mark.confidence === null ? null : clamp(mark.confidence, 0, 1);
  return boxes.length === 0 ? [] : [{ ...mark, boxes, confidence }];
}

/** @param size of the photograph, px */
export function clipAnalysis<R extends Pick<AnalysisModel, 'faces' | 'marks'>>(reading: R, size: Size): R {
  return {
    ...reading,
    faces: reading.faces.slice(0, maxFaceCount).map((face) => faceWithin(face, size)),
    marks: reading.marks.slice(0, maxFaceCount).flatMap((mark) => markWithin(mark, size)),
  };
}
