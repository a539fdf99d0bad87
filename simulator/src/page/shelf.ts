/** Stores the flash of each board while the page is closed, in the browser's own storage. */
const DATABASE = 'dixit-dials';
const STORE = 'flash';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  });
}

async function within<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('the browser keeps nothing'));
    });
  } finally {
    database.close();
  }
}

/**
 * The flash stored for a board. Undefined if there is none, or in a browser without storage, such as a private window.
 */
export async function load(board: string): Promise<Uint8Array | undefined> {
  try {
    const kept: unknown = await within('readonly', (store) => store.get(board));
    return kept instanceof Uint8Array ? kept : undefined;
  } catch {
    return undefined;
  }
}

export async function save(board: string, flash: Uint8Array): Promise<void> {
  await within('readwrite', (store) => store.put(flash, board)).catch(() => undefined);
}

export async function forget(board: string): Promise<void> {
  await within('readwrite', (store) => store.delete(board)).catch(() => undefined);
}
