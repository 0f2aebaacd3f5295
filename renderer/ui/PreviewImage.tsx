import { type ReactNode, useState } from 'react';

interface PreviewImageProps {
  /** Address of the newest preview; it may be gone before it was loaded. */
  src: string;
  alt: string;
  className?: string | undefined;
  /** What stands there until the first one is loaded. */
  children?: ReactNode;
}

/** A picture that changes often: the next one takes its place when it is loaded, and one that never comes changes nothing. */
export function PreviewImage({ src, alt, className, children }: PreviewImageProps) {
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      {shown === null && children}
      {shown !== null && shown !== src && <img key={shown} className={className} src={shown} alt={alt} />}
      <img
        key={src}
        className={className}
        src={src}
        alt={shown === src ? alt : ''}
        hidden={shown !== src}
        onLoad={() => setShown(src)}
      />
    </>
  );
}
