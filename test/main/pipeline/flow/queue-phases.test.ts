import { expect, test } from 'vitest';
import { type QueuePhase, QueuePhases } from '../../../../main/pipeline/flow/queue-phases.ts';

/** Returns the phases after these have been entered in turn. */
function phasesAfter(...entered: QueuePhase[]): QueuePhases {
  const phases = new QueuePhases();
  for (const phase of entered) phases.enter(phase);
  return phases;
}

test.for<[QueuePhase[], { isRunning: boolean; isStopping: boolean }]>([
  [[], { isRunning: false, isStopping: false }],
  [['running'], { isRunning: true, isStopping: false }],
  [['running', 'stopping'], { isRunning: false, isStopping: true }],
  [['running', 'stopping', 'aborting'], { isRunning: false, isStopping: true }],
  [['running', 'stopping', 'idle'], { isRunning: false, isStopping: false }],
  [['running', 'stopping', 'aborting', 'idle', 'running'], { isRunning: true, isStopping: false }],
])('after %j', ([entered, expected]) => {
  const phases = phasesAfter(...entered);
  expect(phases.current).toBe(entered.at(-1) ?? 'idle');
  expect({ isRunning: phases.isRunning, isStopping: phases.isStopping }).toEqual(expected);
});

test.for<[QueuePhase[], QueuePhase]>([
  [[], 'stopping'],
  [[], 'aborting'],
  [['running'], 'idle'],
  [['running'], 'aborting'],
  [['running'], 'running'],
  [['running', 'stopping'], 'running'],
  [['running', 'stopping', 'aborting'], 'stopping'],
])('after %j no transition leads to %s', ([entered, next]) => {
  expect(() => phasesAfter(...entered).enter(next)).toThrow();
});
