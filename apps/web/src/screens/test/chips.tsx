export interface ChipsProps<Name extends string> {
  of: readonly Name[];
  onPress: (name: Name) => void;
  chosen?: Name | null;
}

/** A small button for each of the raw values. */
export function Chips<Name extends string>({ of, onPress, chosen = null }: ChipsProps<Name>) {
  return (
    <div dir="ltr" className="flex flex-wrap gap-8">
      {of.map((name) => (
        <button
          key={name}
          type="button"
          className={name === chosen ? 'chip-button on' : 'chip-button'}
          aria-pressed={chosen === null ? undefined : name === chosen}
          onClick={() => onPress(name)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
