/** The operation table as the user reads it. */
import { localized, named } from '../../contract/in-words.ts';
import type { OperationId, OperationSpec } from '../../contract/operations/spec.ts';
import { operations } from '../../contract/operations/table.ts';
import { withTexts } from '../../contract/operations/texts.ts';

const made = localized(() => new Map<OperationId, OperationSpec>());

/** The record of an operation, its words in the reader's language. */
export function localizedOperation(id: OperationId): OperationSpec {
  const known = made().get(id);
  if (known) return known;
  const spec = withTexts(operations[id], named);
  made().set(id, spec);
  return spec;
}
