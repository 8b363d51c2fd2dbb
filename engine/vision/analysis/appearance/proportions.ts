/**
 * Shapes of face, nose, eyes and brows. Own borders, except for the nasal index; other mesh networks need other norms.
 */
import type { Mesh, Point } from '../../face/find-faces.ts';
import { maskOf, outlineOf } from '../../face/mesh.ts';
import { mirrorOf } from '../../face/topology.ts';
import { type FaceChart, meansOver, skinIn } from '../chart/skin-chart.ts';
import { zones } from '../chart/zones.ts';
import { distance } from '../features/mesh-measures.ts';
import { type Coded, chooseLikeliest, classifyByBorders } from './coded-value.ts';

/** The mesh tends to average faces. */
const meshTrust = 0.5;

/** Relative to the width of the cheeks, in test photographs. */
const proportionNorms = {
  height: { mean: 1.23, deviation: 0.06 },
  jaw: { mean: 0.778, deviation: 0.013 },
  forehead: { mean: 0.885, deviation: 0.017 },
} as const;
/** Typical deviations, by code: square, triangle, oval, heart, round. */
const shapes = [
  { height: -0.5, jaw: 1.2, forehead: 0.5 },
  { height: 0, jaw: 1, forehead: -1.2 },
  { height: 0.6, jaw: 0, forehead: 0 },
  { height: 0, jaw: -1.2, forehead: 1 },
  { height: -1.2, jaw: 0, forehead: 0 },
] as const;

/** Share of the face's area. */
const eyeArea = { borders: [0.0145, 0.0225], scale: 0.003 };
/** Nasal index of anthropometry: width by height. */
const nasalIndex = { borders: [0.7, 0.85], scale: 0.08 };
/** Contrast to the skin; rise by length; length by the eye's. */
const browDarkness = { borders: [0.27], scale: 0.08 };
const browRise = { borders: [0.105], scale: 0.03 };
const browLength = { borders: [1.72], scale: 0.12 };

/** 0 square, 1 triangle (wide jaw), 2 oval, 3 heart (narrow jaw), 4 round. */
export function classifyFaceShape({ face: { mesh }, trust }: FaceChart): Coded {
  const across = (a: number) => distance(mesh[a]!, mesh[mirrorOf[a]!]!);
  const cheeks = Math.max(1e-6, across(234));
  const signs = {
    height: inDeviations(distance(mesh[10]!, mesh[152]!) / cheeks, proportionNorms.height),
    jaw: inDeviations(across(172) / cheeks, proportionNorms.jaw),
    forehead: inDeviations(across(54) / cheeks, proportionNorms.forehead),
  };
  const squaredDistance = (shape: (typeof shapes)[number]) =>
    (shape.height - signs.height) ** 2 + (shape.jaw - signs.jaw) ** 2 + (shape.forehead - signs.forehead) ** 2;
  const minSquaredDistance = Math.min(...shapes.map(squaredDistance));
  return chooseLikeliest(
    shapes.map((shape) => Math.exp((minSquaredDistance - squaredDistance(shape)) / 2)),
    trust * meshTrust,
  );
}

/** 0 narrow, 1 medium, 2 broad. */
export function classifyNoseWidth({ face: { mesh }, trust }: FaceChart): Coded {
  const index = distance(mesh[129]!, mesh[358]!) / Math.max(1e-6, distance(mesh[168]!, mesh[2]!));
  return classifyByBorders(index, nasalIndex, trust * meshTrust);
}

/** 0 small, 1 medium, 2 large. */
export function classifyEyeSize({ face: { mesh }, trust }: FaceChart, open: number): Coded {
  const eyes = polygonArea(outlineOf(mesh, 'leftEye')) + polygonArea(outlineOf(mesh, 'rightEye'));
  return classifyByBorders(eyes / Math.max(1, polygonArea(outlineOf(mesh, 'oval'))), eyeArea, trust * meshTrust * open);
}

/** Density 0 light, 1 dense; curve 0 straight, 1 arched; length 0 short, 1 long. */
export function classifyBrows(chart: FaceChart): { density: Coded; curve: Coded; length: Coded } {
  const { region, face, trust } = chart;
  const skin = meansOver(skinIn(chart, zones.oval), [region.lab.L])?.[0] ?? null;
  const outlines = [outlineOf(face.mesh, 'leftBrow'), outlineOf(face.mesh, 'rightBrow')];
  const brow = meansOver(maskOf(outlines, region.place, 0), [region.lab.L])?.[0] ?? null;
  const darkness = skin === null || brow === null ? null : (skin - brow) / Math.max(1, skin);
  const [left, right] = [measureBrow(face.mesh, false), measureBrow(face.mesh, true)];
  return {
    density: classifyByBorders(darkness, browDarkness, trust),
    curve: classifyByBorders((left.rise + right.rise) / 2, browRise, trust * meshTrust),
    length: classifyByBorders((left.length + right.length) / 2, browLength, trust * meshTrust),
  };
}

function measureBrow(mesh: Mesh, isMirrored: boolean): { length: number; rise: number } {
  const pointAt = (index: number) => mesh[isMirrored ? mirrorOf[index]! : index]!;
  const [outer, inner] = [middle(pointAt(70), pointAt(46)), middle(pointAt(107), pointAt(55))];
  const length = Math.max(1e-6, distance(outer, inner));
  const heights = [
    middle(pointAt(63), pointAt(53)),
    middle(pointAt(105), pointAt(52)),
    middle(pointAt(66), pointAt(65)),
  ].map(
    ({ x, y }) => Math.abs((inner.x - outer.x) * (y - outer.y) - (inner.y - outer.y) * (x - outer.x)) / length ** 2,
  );
  return { length: length / Math.max(1e-6, distance(pointAt(33), pointAt(133))), rise: Math.max(...heights) };
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, z: (a.z + b.z) / 2 };
}

function polygonArea(outline: readonly Point[]): number {
  const twice = outline.reduce((sum, { x, y }, i) => {
    const next = outline[(i + 1) % outline.length]!;
    return sum + x * next.y - y * next.x;
  }, 0);
  return Math.abs(twice) / 2;
}

function inDeviations(value: number, { mean, deviation }: { mean: number; deviation: number }): number {
  return (value - mean) / deviation;
}
