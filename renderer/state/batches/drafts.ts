/** Drafts of a batch by the built-in engine, before anything is paid: one photograph after the other, gone with their sheet. */
import { create } from 'zustand';
import type { DraftSource, PreviewReport } from '../../../contract/jobs/preview.ts';
import type { Message } from '../../../contract/messages/message.ts';
import { request, requestQuietly } from '../../bridge.ts';

export interface Draft extends DraftSource {
  /** Null while it waits for its turn or is being made, and if it failed. */
  readonly report: PreviewReport | null;
  readonly error: Message | null;
}

interface DraftSheet {
  readonly batchId: number;
  /** Null until the photographs are known. */
  readonly drafts: readonly Draft[] | null;
}

export const useDrafts = create<{ readonly sheet: DraftSheet | null }>(() => ({ sheet: null }));

/** Whether the draft is neither made nor failed. */
export const isPending = ({ report, error }: Draft): boolean => report === null && error === null;

/** Opens the sheet and makes its drafts. A draft that fails leaves the others alone. */
export async function openDrafts(batchId: number): Promise<void> {
  const opened = { batchId };
  let drafts: readonly Draft[] | null = null;
  const show = () => useDrafts.setState({ sheet: { ...opened, drafts } });
  show();
  // Another opening of the same sheet has another `latest`.
  latest = opened;
  const isOpen = () => latest === opened;
  const listed = await request('drafts.of', { id: batchId });
  if (!isOpen()) return;
  if (!listed.ok) return closeDrafts();
  drafts = listed.value.map((each) => ({ ...each, report: null, error: null }));
  show();
  for (const { jobId } of listed.value) {
    const reply = await requestQuietly('drafts.make', { id: jobId });
    // One that began after the sheet was closed leaves pictures. An open sheet deletes them later.
    if (latest === null) void requestQuietly('drafts.discard');
    if (!isOpen()) return;
    const result = reply.ok ? { report: reply.value, error: reply.value.error } : { error: reply.message };
    drafts = drafts.map((each) => (each.jobId === jobId ? { ...each, ...result } : each));
    show();
  }
}

let latest: object | null = null;

/** Cancels what is being made, and deletes the drafts. */
export function closeDrafts(): void {
  if (latest === null) return;
  latest = null;
  useDrafts.setState({ sheet: null });
  void requestQuietly('drafts.discard');
}
