/**
 * Fits how looks, colours and texture are fused: `node test/bench/fusion/fit.ts SEEDS [FOLDER OF PEOPLE]` writes
 * main/engine/vision/matting/fusion/fusion-fit.json, and prints how well a fit does on kinds of subjects that it has not seen.
 * With four seeds and two dozen people it takes half an hour.
 */
import { writeFile } from 'node:fs/promises';
import { type PerceptronFit, perceive } from '../../../main/engine/vision/pixels/perceptron.ts';
import { seeded } from '../../helpers/seeded.ts';
import { subjects } from '../truth/subjects.ts';
import { type Examples, fitPerceptron, type Plan } from './adam.ts';
import { joined, type Sampled, sampledPeople, sampledSubject } from './samples.ts';

const plan: Plan = { hidden: [32, 16], epochs: 14, rate: 3e-3 };
/** Parts that the kinds of subjects are divided into: each is asked about by a fit on the others. */
const folds = 4;
const target = new URL('../../../main/engine/vision/matting/fusion/fusion-fit.json', import.meta.url);

const [seeds, people] = process.argv.slice(2);
if (!seeds) throw new Error('Name the seeds of the renderings, such as 1,2,3,4.');
const random = seeded('fusion');
const pictures: Sampled[] = [];
for (const seed of seeds.split(',')) {
  for (const kind of Object.keys(subjects)) {
    const found = await sampledSubject(kind, seed, random.derive(kind, seed));
    if (found) pictures.push(found);
    console.error(`${seed} ${kind}`);
  }
}
if (people) for await (const found of sampledPeople(people, random.derive('people'))) pictures.push(found);

const kinds = [...new Set(pictures.map(({ kind }) => kind))];
const foldOf = ({ kind }: Sampled): number => kinds.indexOf(kind) % folds;
for (let fold = 0; fold < folds; fold++) {
  const fit = fitted(pictures.filter((picture) => foldOf(picture) !== fold));
  for (const kind of kinds.filter((_, at) => at % folds === fold)) {
    const asked = joined(pictures.filter((picture) => picture.kind === kind).map((picture) => picture.asked));
    const far = errorOf(asked, (row, inputs) => asked.features[row * inputs]!);
    const said = answersTo(fit, asked);
    const unseen = errorOf(asked, (row) => said[row]!);
    console.log(`${kind}: from afar ${far}, fused by a fit that never saw one ${unseen} (1/1000)`);
  }
}
await writeFile(target, JSON.stringify(fitted(pictures)));

function fitted(from: readonly Sampled[]): PerceptronFit {
  const examples = joined(from.map(({ learned }) => learned));
  return fitPerceptron(examples, plan, random.derive('fit'), (epoch, error) => {
    console.error(`epoch ${epoch + 1}: ${(error * 1000).toFixed(1)}`);
  });
}

function answersTo(fit: PerceptronFit, { features, truth }: Examples): Float32Array {
  const inputs = features.length / truth.length;
  const planes = Array.from({ length: inputs }, (_, k) => ({
    width: truth.length,
    height: 1,
    data: truth.map((_value, row) => features[row * inputs + k]!),
  }));
  return perceive(fit, planes, new Uint8Array(truth.length).fill(1), planes[0]!).data;
}

/** Mean absolute error in 1/1000. */
function errorOf({ features, truth }: Examples, answer: (row: number, inputs: number) => number): number {
  const inputs = features.length / truth.length;
  const sum = truth.reduce((all, value, row) => all + Math.abs(answer(row, inputs) - value), 0);
  return Math.round((sum / truth.length) * 10_000) / 10;
}
