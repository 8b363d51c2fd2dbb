/** A name whose end stays readable in a narrow place, because names of batches often differ only there, as by a date. */
import classes from './MiddleEllipsis.module.css';
import { splitName } from './splitName.ts';

export function MiddleEllipsis({ text }: { readonly text: string }) {
  const [head, tail] = splitName(text);
  if (tail === '') return text;
  return (
    <span className={classes.name} data-split>
      <span className={classes.head}>{head}</span>
      <span className={classes.tail}>{tail}</span>
    </span>
  );
}
