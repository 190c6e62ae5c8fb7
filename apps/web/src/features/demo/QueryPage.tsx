export default function QueryPage() {
  return null
}
