import { localized, localizedName } from '../../contract/messages/translator.ts';
import type { OperationId, OperationSpec } from '../../contract/operations/operation-spec.ts';
import { operations } from '../../contract/operations/table.ts';
import { translateOperation } from '../../contract/operations/translatable-texts.ts';

const made = localized(() => new Map<OperationId, OperationSpec>());

/** Returns an operation with its texts in the user's language. */
export function localizedOperation(id: OperationId): OperationSpec {
  const known = made().get(id);
  if (known) return known;
  const spec = translateOperation(operations[id], localizedName);
  made().set(id, spec);
  return spec;
}
