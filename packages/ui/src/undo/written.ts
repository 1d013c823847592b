/** Keeps the change set of a write: its `options` are those of the client. */
export class Written {
  /** Undefined where nothing was changed, and of a service that keeps no change sets. */
  changeSet: number | undefined;

  readonly options: { readonly onChangeSet: (id: number) => void } = {
    onChangeSet: (id) => {
      this.changeSet = id;
    },
  };
}
