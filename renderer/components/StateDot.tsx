/** A small dot in the colour of a state; the words stand beside it. */
import classes from './StatusBar.module.css';

export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'quiet';

export function StateDot({ tone }: { tone: Tone }) {
  return <span className={classes.dot} data-tone={tone} aria-hidden />;
}
