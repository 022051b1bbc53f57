import java.io.IOException;
import java.net.URI;
import java.net.http.*;
import java.nio.file.Path;

/** Sends a file with Java's HttpClient, and writes what comes back. */
class Send {
    public static void main(String[] arguments) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(arguments[0])).version(HttpClient.Version.HTTP_1_1)
            .header("content-type", "text/plain").POST(HttpRequest.BodyPublishers.ofFile(Path.of(arguments[1]))).build();
        var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());
        System.err.println("status " + answer.statusCode());
        try {
            answer.body().transferTo(System.out);
        } catch (IOException cut) {
            // The end of an answer that is not whole.
        }
        System.out.flush();
    }
}
