/** A thread that quantises one network and writes it to a file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { quantise, type Ranges } from './quantise.ts';

/** What the thread is given: the network, the address of its ranges, and where it is to be written. */
export type QuantisedFile = { from: string; ranges: string; to: string };

const { from, ranges, to } = workerData as QuantisedFile;
const known = JSON.parse(readFileSync(new URL(ranges), 'utf8')) as Ranges;
writeFileSync(to, quantise(readFileSync(from), known));
