// Addresses of pictures. Without zod: the sign-in page has this too.

/** What can be read of pictures. A picker that says so is given JPEG by phones that take HEIC, which nobody here can read. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif'

/** Where an uploaded picture is served: 192 random bits as its name. */
export const uploadedPicture = /^\/files\/[\w-]{32}\.webp$/

/**
 * The address of an uploaded picture without what a reply adds to it (until when it is good, and a signature), as it is
 * stored and compared; any other text as it is.
 */
export function plainPicture(text: string): string {
  const [plain = ''] = text.split('?', 1)
  return uploadedPicture.test(plain) ? plain : text
}
