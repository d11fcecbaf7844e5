const ADDRESS = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/;

/** A note whose web addresses can be followed. */
export function LinkedNote({ text }: { readonly text: string }) {
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ),
  );
}
