/** Free drafts of a batch by the built-in engine, made one by one while their sheet is open. */
import { create } from 'zustand';
import type { DraftSource, PreviewReport } from '../../../contract/jobs/preview.ts';
import type { Message } from '../../../contract/messages/message.ts';
import { request, requestQuietly } from '../../bridge.ts';

export interface Draft extends DraftSource {
  /** Null if it is pending or has failed. */
  readonly report: PreviewReport | null;
  readonly error: Message | null;
}

interface DraftSheet {
  readonly batchId: number;
  /** Null until they are listed. */
  readonly drafts: readonly Draft[] | null;
}

export const useDrafts = create<{ readonly sheet: DraftSheet | null }>(() => ({ sheet: null }));

export const isPending = ({ report, error }: Draft): boolean => report === null && error === null;

/** Opens the sheet and makes its drafts; one may fail. */
export async function openDrafts(batchId: number): Promise<void> {
  const opened = { batchId };
  let drafts: readonly Draft[] | null = null;
  const show = () => useDrafts.setState({ sheet: { ...opened, drafts } });
  show();
  latest = opened;
  const isOpen = () => latest === opened;
  const listed = await request('drafts.of', { id: batchId });
  if (!isOpen()) return;
  if (!listed.ok) return closeDrafts();
  drafts = listed.value.map((each) => ({ ...each, report: null, error: null }));
  show();
  for (const { jobId } of listed.value) {
    const reply = await requestQuietly('drafts.make', { id: jobId });
    // Delete a draft made after closing; an open sheet deletes it later.
    if (latest === null) void requestQuietly('drafts.discard');
    if (!isOpen()) return;
    const result = reply.ok ? { report: reply.value, error: reply.value.error } : { error: reply.message };
    drafts = drafts.map((each) => (each.jobId === jobId ? { ...each, ...result } : each));
    show();
  }
}

/** Identifies the open sheet. */
let latest: object | null = null;

/** Cancels the draft in progress, and deletes all. */
export function closeDrafts(): void {
  if (latest === null) return;
  latest = null;
  useDrafts.setState({ sheet: null });
  void requestQuietly('drafts.discard');
}
